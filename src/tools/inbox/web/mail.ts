/** The contracts' types that the inbox speaks of, from one place. */
export type { Folder, FolderRoleName } from "#shared/contracts/accounts.ts";
export type { Attachment, Email, EmailItem } from "#shared/contracts/emails.ts";
export type { Action } from "#shared/contracts/plans.ts";

/** A label as a chip says it: Gmail's export writes its own tabs as "Category Promotions", on screen "Promotions". */
export function labelName(label: string): string {
	return label.replace(/^Category (?=Promotions$|Social$|Updates$|Forums$|Personal$|Purchases$|Travel$)/i, "");
}
