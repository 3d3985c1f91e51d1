import type { Draft, DraftContent } from "../../contract.ts";
import { signatureText } from "./signature.ts";

/** A message in its composer. */
interface Written {
	draft: Draft;
	content: DraftContent;
	/** The draft is as it was created when the composer was opened. */
	isFresh: boolean;
	/** HTML, of the mailbox it is sent from. */
	signature: string;
}

/** Nothing was written: there is only what the composer put there. */
export function isUnwritten({ draft, content, isFresh, signature }: Written): boolean {
	const headOf = ({ to, cc, bcc, subject }: DraftContent): string => JSON.stringify([to, cc, bcc, subject.trim()]);
	const isBlank = headOf(content) === JSON.stringify([[], [], [], ""]);
	if (!isBlank && !(isFresh && headOf(content) === headOf(draft))) return false;
	return isOnlySignature(content.text, signatureText(signature));
}

function isOnlySignature(text: string, signature: string): boolean {
	return (
		text
			.replace(/^-- ?$/m, "")
			.replace(signature, "")
			.trim() === ""
	);
}
