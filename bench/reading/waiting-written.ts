import { readFileSync } from "node:fs";
import { addressKey } from "#shared/mail/address-key.ts";
import { type JudgedMessage, readTalkMessage } from "./waiting-talk.ts";

/** A conversation that was written to be judged, without names in its addresses. */
export interface WrittenThread {
	name: string;
	language: "en" | "de" | "fr" | "es";
	owner: string;
	messages: {
		from: string;
		to: string[];
		cc?: string[];
		/** ISO 8601. */
		date: string;
		subject: string;
		text: string;
		/** Names of files. */
		attachments?: string[];
	}[];
	label: "me" | "others" | "neither" | "either";
	/** The sentence that decides; null: nobody waits. */
	sentence: string | null;
	/** By when, `2026-03-05`. */
	due: string | null;
	split: "tune" | "held";
	hard: boolean;
}

/** The written conversations. */
export function writtenThreads(): WrittenThread[] {
	return JSON.parse(readFileSync(new URL("waiting-written.json", import.meta.url), "utf8")) as WrittenThread[];
}

/** The messages of one, each an answer to the one before it, as the lists read them. */
export async function readWritten({ name, owner, messages }: WrittenThread): Promise<JudgedMessage[]> {
	const own = new Set([addressKey(owner)]);
	return Promise.all(messages.map((_, at) => readTalkMessage(`${name}/${at}`, rawOf(name, messages, at), own)));
}

function rawOf(name: string, messages: WrittenThread["messages"], at: number): Buffer {
	const {
		from,
		to,
		cc = [],
		date,
		subject,
		text,
		attachments = [],
	} = messages[at] as WrittenThread["messages"][number];
	const headers = [
		...[`From: ${from}`, `To: ${to.join(", ")}`, ...(cc.length > 0 ? [`Cc: ${cc.join(", ")}`] : [])],
		...[`Date: ${new Date(date).toUTCString()}`, `Message-ID: <${name}.${at}@written.example>`],
		...(at > 0 ? [`In-Reply-To: <${name}.${at - 1}@written.example>`] : []),
		...[`Subject: =?utf-8?B?${Buffer.from(subject).toString("base64")}?=`, "MIME-Version: 1.0"],
	];
	const parts = [
		`Content-Type: text/plain; charset=utf-8\r\n\r\n${text}`,
		...attachments.map(
			(file) => `Content-Type: application/pdf\r\nContent-Disposition: attachment; filename="${file}"\r\n\r\n%PDF`,
		),
	];
	const body = parts.map((part) => `--b\r\n${part}\r\n`).join("");
	return Buffer.from(`${headers.join("\r\n")}\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${body}--b--\r\n`);
}
