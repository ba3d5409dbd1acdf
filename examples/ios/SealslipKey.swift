import CryptoKit
import Foundation
import LocalAuthentication
import Security

// Not compiled or run by the tests of this project: try it with a sandbox receipt first. iOS 15 or newer.

enum SealslipKeyError: Error {
    /// There is no such key: the app was deleted, or the key was invalidated. Register a new one.
    case noKey
    /// The cardholder did not authenticate.
    case canceled
    /// The envelope is not one for a P-256 key.
    case malformedEnvelope
    /// The envelope belongs to another payment.
    case otherPayment
    /// The envelope was sealed to another key, or was changed.
    case cannotOpen
    /// What the system said, such as that the phone has no passcode.
    case system(Error)
}

struct SealedEnvelope: Decodable {
    struct Header: Decodable {
        let alg, kid: String
        let epk: EphemeralKey?
        let zip, apu, apv: String?
        let crit: [String]?
    }
    struct EphemeralKey: Decodable { let kty, crv, x, y: String }
    let `protected`, encrypted_key, iv, ciphertext, tag, aad: String
    let header: Header
}

/// A cardholder's key in the Secure Enclave.
struct SealslipKey {
    private let key: SecKey

    // #region create
    /// Creates the key. Each use asks for Face ID, Touch ID, or the passcode.
    static func create(tag: Data) throws -> SealslipKey {
        var error: Unmanaged<CFError>?
        guard let access = SecAccessControlCreateWithFlags(
            nil, kSecAttrAccessibleWhenUnlockedThisDeviceOnly, [.privateKeyUsage, .userPresence], &error)
        else { throw systemError(error) }
        let attributes: [CFString: Any] = [
            kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom,
            kSecAttrKeySizeInBits: 256,
            kSecAttrTokenID: kSecAttrTokenIDSecureEnclave,
            kSecPrivateKeyAttrs: [
                kSecAttrIsPermanent: true,
                kSecAttrApplicationTag: tag,
                kSecAttrAccessControl: access,
            ] as [CFString: Any],
        ]
        guard let key = SecKeyCreateRandomKey(attributes as CFDictionary, &error)
        else { throw systemError(error) }
        return SealslipKey(key: key)
    }

    /// The key of an earlier start. The context carries the reason that the system shows.
    static func find(tag: Data, context: LAContext) throws -> SealslipKey {
        let query: [CFString: Any] = [
            kSecClass: kSecClassKey,
            kSecAttrApplicationTag: tag,
            kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom,
            kSecReturnRef: true,
            kSecUseAuthenticationContext: context,
        ]
        var item: CFTypeRef?
        let status = SecItemCopyMatching(query as CFDictionary, &item)
        if status == errSecItemNotFound { throw SealslipKeyError.noKey }
        guard status == errSecSuccess, let item, CFGetTypeID(item) == SecKeyGetTypeID()
        else { throw SealslipKeyError.system(NSError(domain: NSOSStatusErrorDomain, code: Int(status))) }
        return SealslipKey(key: item as! SecKey)
    }

    /// What to register: the SubjectPublicKeyInfo as PEM. iOS exports the bare point, without its header.
    func publicKeyPem() throws -> String {
        var error: Unmanaged<CFError>?
        guard let publicKey = SecKeyCopyPublicKey(key) else { throw SealslipKeyError.noKey }
        guard let point = SecKeyCopyExternalRepresentation(publicKey, &error) as Data?
        else { throw Self.systemError(error) }
        return try P256.KeyAgreement.PublicKey(x963Representation: point).pemRepresentation
    }
    // #endregion

    // #region open
    /// Opens the receipt of a payment. The system asks the cardholder first.
    func open(_ envelope: SealedEnvelope, paymentId: String) throws -> Data {
        let sender = try readSender(envelope)
        guard let bound = try? JSONSerialization.jsonObject(with: base64Url(envelope.aad)) as? [String: Any]
        else { throw SealslipKeyError.malformedEnvelope }
        guard bound["paymentId"] as? String == paymentId else { throw SealslipKeyError.otherPayment }
        let parts = try (
            key: base64Url(envelope.encrypted_key), iv: base64Url(envelope.iv),
            ciphertext: base64Url(envelope.ciphertext), tag: base64Url(envelope.tag))

        let wrappingKey = SymmetricKey(data: SHA256.hash(data: concatKdfInput(try agree(with: sender))))
        do {
            let contentKey = try AES.KeyWrap.unwrap(parts.key, using: wrappingKey)
            let box = try AES.GCM.SealedBox(
                nonce: AES.GCM.Nonce(data: parts.iv), ciphertext: parts.ciphertext, tag: parts.tag)
            let bindings = Data("\(envelope.protected).\(envelope.aad)".utf8)
            return try AES.GCM.open(box, using: contentKey, authenticating: bindings)
        } catch {
            throw SealslipKeyError.cannotOpen
        }
    }
    // #endregion

    /// The sender's ephemeral key. CryptoKit refuses a point that is not on the curve.
    private func readSender(_ envelope: SealedEnvelope) throws -> P256.KeyAgreement.PublicKey {
        let header = envelope.header
        let isExtended = header.zip != nil || header.apu != nil || header.apv != nil || header.crit != nil
        // The base64url of {"enc":"A256GCM"}.
        guard header.alg == "ECDH-ES+A256KW", !isExtended, envelope.protected == "eyJlbmMiOiJBMjU2R0NNIn0",
              let epk = header.epk, epk.kty == "EC", epk.crv == "P-256"
        else { throw SealslipKeyError.malformedEnvelope }
        let point = Data([4]) + (try base64Url(epk.x)) + (try base64Url(epk.y))
        guard let sender = try? P256.KeyAgreement.PublicKey(x963Representation: point)
        else { throw SealslipKeyError.malformedEnvelope }
        return sender
    }

    /// The x coordinate of the ECDH: the one step that needs the hardware.
    private func agree(with sender: P256.KeyAgreement.PublicKey) throws -> Data {
        var error: Unmanaged<CFError>?
        let attributes: [CFString: Any] = [
            kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom,
            kSecAttrKeyClass: kSecAttrKeyClassPublic,
        ]
        guard let peer = SecKeyCreateWithData(
            sender.x963Representation as CFData, attributes as CFDictionary, &error)
        else { throw Self.systemError(error) }
        guard let secret = SecKeyCopyKeyExchangeResult(
            key, .ecdhKeyExchangeStandard, peer, [:] as CFDictionary, &error) as Data?
        else { throw Self.systemError(error) }
        return secret
    }

    private static func systemError(_ error: Unmanaged<CFError>?) -> SealslipKeyError {
        guard let cause = error?.takeRetainedValue() as Error? else { return .noKey }
        let described = cause as NSError
        let isCanceled = described.domain == LAErrorDomain && described.code == LAError.userCancel.rawValue
        return isCanceled ? .canceled : .system(cause)
    }
}

/// RFC 7518 section 4.6.2, with empty apu and apv, for 256 bits.
private func concatKdfInput(_ secret: Data) -> Data {
    let algorithm = Data("ECDH-ES+A256KW".utf8)
    return uint32(1) + secret + uint32(algorithm.count) + algorithm + uint32(0) + uint32(0) + uint32(256)
}

private func uint32(_ value: Int) -> Data {
    withUnsafeBytes(of: UInt32(value).bigEndian) { Data($0) }
}

private func base64Url(_ text: String) throws -> Data {
    let standard = text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
    let padded = standard + String(repeating: "=", count: (4 - standard.count % 4) % 4)
    guard let data = Data(base64Encoded: padded) else { throw SealslipKeyError.malformedEnvelope }
    return data
}
