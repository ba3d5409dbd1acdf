/** Characters of a new password (NIST SP 800-63B section 3.1.1.2). Apart from the schema, for pages that need no zod. */
export const MIN_PASSWORD_LENGTH = 12;
