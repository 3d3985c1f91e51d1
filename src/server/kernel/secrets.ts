/**
 * Encryption of stored secrets, such as API keys of users.
 */

export { createSecrets, SecretError } from "../platform/secrets/secrets.ts";
