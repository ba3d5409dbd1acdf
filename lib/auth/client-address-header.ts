/**
 * How the front door tells Next, which does not see the socket, where a request comes from. What a
 * client sends under this name is replaced.
 */
export const CLIENT_ADDRESS_HEADER = "x-sealslip-client-address";
