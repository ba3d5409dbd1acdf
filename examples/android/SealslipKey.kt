import android.security.keystore.KeyGenParameterSpec
import android.security.keystore.KeyPermanentlyInvalidatedException
import android.security.keystore.KeyProperties
import android.security.keystore.StrongBoxUnavailableException
import android.security.keystore.UserNotAuthenticatedException
import android.util.Base64
import java.nio.ByteBuffer
import java.security.GeneralSecurityException
import java.security.KeyFactory
import java.security.KeyPairGenerator
import java.security.KeyStore
import java.security.MessageDigest
import java.security.PrivateKey
import java.security.PublicKey
import java.security.spec.ECGenParameterSpec
import java.security.spec.X509EncodedKeySpec
import javax.crypto.AEADBadTagException
import javax.crypto.Cipher
import javax.crypto.KeyAgreement
import javax.crypto.spec.GCMParameterSpec
import javax.crypto.spec.SecretKeySpec
import org.json.JSONException
import org.json.JSONObject

// Not compiled or run by the tests of this project: try it with a sandbox receipt first. API 31 or newer.

sealed class SealslipKeyException(message: String, cause: Throwable? = null) : Exception(message, cause) {
    /** There is no such key, or it was invalidated: register a new one. */
    class NoKey(cause: Throwable? = null) : SealslipKeyException("The key is gone", cause)
    /** Show BiometricPrompt, and call again. */
    class NotAuthenticated(cause: Throwable) : SealslipKeyException("The cardholder must authenticate", cause)
    /** The envelope is not one for a P-256 key. */
    class MalformedEnvelope(cause: Throwable? = null) : SealslipKeyException("Not such an envelope", cause)
    class OtherPayment : SealslipKeyException("The envelope belongs to another payment")
    /** The envelope was sealed to another key, or was changed. */
    class CannotOpen(cause: Throwable) : SealslipKeyException("The key does not open the envelope", cause)
}

/** A cardholder's key in the Android Keystore. */
class SealslipKey(private val alias: String) {
    // #region create
    /** Creates the key in StrongBox, or else in the phone's trusted environment, and returns its public key as PEM. */
    fun create(): String {
        val publicKey = try {
            generate(inStrongBox = true)
        } catch (_: StrongBoxUnavailableException) {
            generate(inStrongBox = false)
        }
        return pemOf(publicKey)
    }

    private fun generate(inStrongBox: Boolean): PublicKey {
        val spec = KeyGenParameterSpec.Builder(alias, KeyProperties.PURPOSE_AGREE_KEY)
            .setAlgorithmParameterSpec(ECGenParameterSpec("secp256r1"))
            .setIsStrongBoxBacked(inStrongBox)
            // Usable for 30 seconds after the cardholder has passed BiometricPrompt.
            .setUserAuthenticationRequired(true)
            .setUserAuthenticationParameters(
                30, KeyProperties.AUTH_BIOMETRIC_STRONG or KeyProperties.AUTH_DEVICE_CREDENTIAL)
            .build()
        val generator = KeyPairGenerator.getInstance(KeyProperties.KEY_ALGORITHM_EC, STORE)
        generator.initialize(spec)
        return generator.generateKeyPair().public
    }

    /** What to register: the SubjectPublicKeyInfo as PEM. */
    fun publicKeyPem(): String =
        pemOf(openStore().getCertificate(alias)?.publicKey ?: throw SealslipKeyException.NoKey())
    // #endregion

    // #region open
    /** Opens the receipt of a payment. Call it after BiometricPrompt has succeeded. */
    fun open(envelope: JSONObject, paymentId: String): ByteArray {
        val parts = try {
            readEnvelope(envelope, paymentId)
        } catch (error: Exception) {
            when (error) {
                is JSONException, is IllegalArgumentException, is GeneralSecurityException ->
                    throw SealslipKeyException.MalformedEnvelope(error)
                else -> throw error
            }
        }
        val wrappingKey = MessageDigest.getInstance("SHA-256").digest(concatKdfInput(agree(parts.sender)))
        try {
            val contentKey = SecretKeySpec(unwrap(parts.encryptedKey, wrappingKey), "AES")
            val cipher = Cipher.getInstance("AES/GCM/NoPadding")
            cipher.init(Cipher.DECRYPT_MODE, contentKey, GCMParameterSpec(128, parts.iv))
            cipher.updateAAD(parts.bindings)
            return cipher.doFinal(parts.ciphertext + parts.tag)
        } catch (error: GeneralSecurityException) {
            throw SealslipKeyException.CannotOpen(error)
        }
    }
    // #endregion

    /** The x coordinate of the ECDH: the one step that needs the hardware. */
    private fun agree(sender: PublicKey): ByteArray {
        val key = openStore().getKey(alias, null) as? PrivateKey ?: throw SealslipKeyException.NoKey()
        try {
            val agreement = KeyAgreement.getInstance("ECDH", STORE)
            agreement.init(key)
            agreement.doPhase(sender, true)
            return agreement.generateSecret()
        } catch (error: KeyPermanentlyInvalidatedException) {
            throw SealslipKeyException.NoKey(error)
        } catch (error: UserNotAuthenticatedException) {
            throw SealslipKeyException.NotAuthenticated(error)
        }
    }

    private fun openStore(): KeyStore = KeyStore.getInstance(STORE).apply { load(null) }
}

private const val STORE = "AndroidKeyStore"

private class Parts(
    val sender: PublicKey,
    val encryptedKey: ByteArray,
    val iv: ByteArray,
    val ciphertext: ByteArray,
    val tag: ByteArray,
    val bindings: ByteArray,
)

private fun readEnvelope(envelope: JSONObject, paymentId: String): Parts {
    val header = envelope.getJSONObject("header")
    val epk = header.getJSONObject("epk")
    val (protected, aad) = listOf("protected", "aad").map { envelope.getString(it) }
    require(header.getString("alg") == "ECDH-ES+A256KW")
    require(listOf("zip", "crit", "apu", "apv").none { header.has(it) })
    require(epk.getString("kty") == "EC" && epk.getString("crv") == "P-256")
    // The base64url of {"enc":"A256GCM"}.
    require(protected == "eyJlbmMiOiJBMjU2R0NNIn0")
    val bound = JSONObject(String(base64Url(aad), Charsets.UTF_8))
    if (bound.getString("paymentId") != paymentId) throw SealslipKeyException.OtherPayment()
    fun bytes(name: String, size: Int? = null) =
        base64Url(envelope.getString(name)).also { require(size == null || it.size == size) }
    return Parts(
        readPoint(epk), bytes("encrypted_key", 40), bytes("iv", 12), bytes("ciphertext"), bytes("tag", 16),
        "$protected.$aad".toByteArray())
}

/** X.509 is how every provider imports a point, and checks that it is on the curve. */
private fun readPoint(epk: JSONObject): PublicKey {
    val head = "3059301306072a8648ce3d020106082a8648ce3d03010703420004"
        .chunked(2).map { it.toInt(16).toByte() }.toByteArray()
    val encoded = head + base64Url(epk.getString("x")) + base64Url(epk.getString("y"))
    return KeyFactory.getInstance("EC").generatePublic(X509EncodedKeySpec(encoded))
}

/** RFC 7518 section 4.6.2, with empty apu and apv, for 256 bits. */
private fun concatKdfInput(secret: ByteArray): ByteArray {
    val algorithm = "ECDH-ES+A256KW".toByteArray()
    return uint32(1) + secret + uint32(algorithm.size) + algorithm + uint32(0) + uint32(0) + uint32(256)
}

private fun uint32(value: Int): ByteArray = ByteBuffer.allocate(4).putInt(value).array()

/** AES key unwrap (RFC 3394 section 2.2.2). */
private fun unwrap(wrapped: ByteArray, key: ByteArray): ByteArray {
    val aes = Cipher.getInstance("AES/ECB/NoPadding")
    aes.init(Cipher.DECRYPT_MODE, SecretKeySpec(key, "AES"))
    var check = ByteBuffer.wrap(wrapped).long
    val blocks = wrapped.copyOfRange(8, 40)
    for (round in 5 downTo 0) {
        for (block in 4 downTo 1) {
            val at = (block - 1) * 8
            val input = ByteBuffer.allocate(16).putLong(check xor (4L * round + block))
                .put(blocks, at, 8).array()
            val output = aes.doFinal(input)
            check = ByteBuffer.wrap(output).long
            output.copyInto(blocks, at, 8, 16)
        }
    }
    // Anything else is another key, or was changed.
    if (check != 0xa6a6a6a6a6a6a6a6uL.toLong()) throw AEADBadTagException()
    return blocks
}

private fun pemOf(key: PublicKey): String {
    val lines = Base64.encodeToString(key.encoded, Base64.NO_WRAP).chunked(64)
    return (listOf("-----BEGIN PUBLIC KEY-----") + lines + "-----END PUBLIC KEY-----").joinToString("\n", postfix = "\n")
}

private fun base64Url(text: String): ByteArray = Base64.decode(text, Base64.URL_SAFE)
