/** The contracts' types that the inbox speaks of, from one place. */
export type { Folder, FolderRoleName } from "#shared/contracts/accounts.ts";
export type { Attachment, Email, EmailItem } from "#shared/contracts/emails.ts";
export type { Action } from "#shared/contracts/plans.ts";
