/**
 * Settings of a user or of each mailbox; sections are declared with `defineSettings` and listed in the module.
 */

/** Reads a section with its defaults; changes some of its fields. */
export { readSettings, updateSettings } from "../platform/settings/store.ts";
