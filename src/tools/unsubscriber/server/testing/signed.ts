import { generateKeyPairSync } from "node:crypto";
import { dkimSign } from "mailauth/lib/dkim/sign.js";

const keys = generateKeyPairSync("rsa", {
	modulusLength: 2048,
	publicKeyEncoding: { type: "spki", format: "der" },
	privateKeyEncoding: { type: "pkcs8", format: "pem" },
});

/** TXT record at `s1._domainkey.<domain>` for signatures made by `signed`. */
export const dkimRecord = `v=DKIM1; k=rsa; p=${keys.publicKey.toString("base64")}`;

export const USUAL = ["From", "Subject", "List-Unsubscribe", "List-Unsubscribe-Post"];

/** The message with a DKIM signature of a domain over these fields. */
export async function signed(raw: string, domain: string, fields: readonly string[] = USUAL): Promise<string> {
	const signature = { signingDomain: domain, selector: "s1", privateKey: keys.privateKey, headerList: [...fields] };
	const { signatures, errors } = await dkimSign(raw, { ...signature, signatureData: [signature] });
	if (errors.length > 0) throw errors[0]?.err;
	return signatures + raw;
}

export interface Mailing {
	/** `Name <address>` */
	from: string;
	subject?: string;
	date?: Date;
	/** Additional header lines. */
	head?: readonly string[];
	body?: string;
	id?: string;
}

let count = 0;

/** A short list message. */
export function mailing({ from, subject = "News", date = new Date(), head = [], body = "Hello", id }: Mailing): string {
	return [
		`From: ${from}`,
		"To: Ann <ann@example.net>",
		`Subject: ${subject}`,
		`Date: ${date.toUTCString().replace("GMT", "+0000")}`,
		`Message-ID: <${id ?? `mailing-${++count}`}@sender.test>`,
		...head,
		"Content-Type: text/plain; charset=utf-8",
		"",
		body,
		"",
	].join("\r\n");
}

/** An mbox file of these messages. */
export function mboxOf(messages: readonly { raw: string; date: Date }[]): string {
	return messages
		.map(({ raw, date }) => {
			const [day, dayOfMonth, month, year, time] = date.toUTCString().replace(",", "").split(" ");
			const text = raw.replaceAll("\r\n", "\n").replace(/^(>*From )/gm, ">$1");
			return `From sender@sender.test ${day} ${month} ${dayOfMonth?.padStart(2)} ${time} ${year}\n${text}\n`;
		})
		.join("");
}
