import type { TrustFindings } from "#shared/mail/trust.ts";
import type { RowOf } from "../../../db/table.ts";
import type { trustColumns } from "../../emails/emails.ts";
import type { FolderRole } from "../../provider/provider.ts";
import { judge, type Relations } from "../../trust/verdict.ts";

export type TrustRow = RowOf<typeof trustColumns>;

/** What a verdict is made of. */
interface Examined {
	folderRole: FolderRole;
	senderName: string;
	senderEmail: string;
	trustFindings: TrustFindings | null;
}

/** The verdict on a message as it is stored. Messages that the user wrote have none. */
export function trustOf(
	{ folderRole, senderName, senderEmail, trustFindings }: Examined,
	relations: Relations,
): TrustRow {
	if (folderRole === "sent" || folderRole === "drafts" || trustFindings === null)
		return { trust: null, trustReasons: null };
	const { verdict, reasons } = judge(trustFindings, { name: senderName, email: senderEmail }, relations);
	return { trust: verdict, trustReasons: reasons.length === 0 ? null : reasons };
}
