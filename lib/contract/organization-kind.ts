/** What an organization is here for; a platform is merchant and issuer both. */
export const organizationKinds = ["merchant", "issuer", "platform"] as const;

export type OrganizationKind = (typeof organizationKinds)[number];
