import type { AttachmentFacts } from "#shared/mail/message.ts";

/** File types that Windows runs when they are opened, and a second ending that hides one. */
const RUNS = /\.(?:exe|scr|pif|cpl|hta|lnk|vbs|vbe|jse|wsf|wsh|msi|bat|cmd)$/i;
const HIDDEN = /\.(?:pdf|docx?|xlsx?|jpe?g|png|txt|zip|html?)\s*\.(?:com|js|jar|ps1)$/i;
/** Pages that are opened in a browser, where they show a form. */
const PAGE = /\.(?:s?html?|xhtml|svg)$/i;
const ARCHIVE = /\.(?:zip|rar|7z|iso|img|cab|ace)$/i;
const ARCHIVE_PASSWORD =
	/\b(?:password|passwort|mot de passe|contraseña|senha|wachtwoord|hasło|пароль)\b[^\n]{0,40}?(?:\bis\b|:|=|\blautet\b|\best\b)\s*\S{3,20}/iu;

/** An attachment that is dangerous to open. */
export interface Lure {
	kind: "program" | "web_page" | "locked_archive";
	filename: string;
}

/** The most dangerous attachment; null: none. @param text of the message */
export function lureOf(attachments: readonly AttachmentFacts[], text: string): Lure | null {
	const named = attachments.filter(({ isInline }) => !isInline).map(({ filename }) => filename.trim());
	const program = attachments
		.map(({ filename }) => filename.trim())
		.find((name) => RUNS.test(name) || HIDDEN.test(name));
	if (program !== undefined) return { kind: "program", filename: program };
	const page = named.find((name) => PAGE.test(name));
	if (page !== undefined) return { kind: "web_page", filename: page };
	const archive = named.find((name) => ARCHIVE.test(name));
	const isLocked = archive !== undefined && ARCHIVE_PASSWORD.test(text.slice(0, 4_000));
	return isLocked ? { kind: "locked_archive", filename: archive } : null;
}
