/** What an instance run by root keeps for the account of PostgreSQL, outside of the data folder. */
export const SYSTEM_FOLDER = "/var/lib/sealslip";
