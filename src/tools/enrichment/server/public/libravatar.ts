import { createHash } from "node:crypto";
import type { MailContext } from "#kernel/module.ts";
import type { Source } from "../source.ts";
import { fetchPicture } from "./picture.ts";
import { NOTHING, type Services } from "./request.ts";

/**
 * The picture of a person at Libravatar, or at the server that their domain names for it (wiki.libravatar.org/api): it
 * gets the SHA-256 hash of the address.
 */
export const libravatar = (services: Pick<Services, "libravatar">): Source => ({
	id: "libravatar",
	isRemote: true,
	async ask(ctx, question) {
		const domain = question.email.slice(question.email.lastIndexOf("@") + 1);
		const base = (await serverOf(ctx, domain)) ?? services.libravatar;
		const hash = createHash("sha256").update(question.email).digest("hex");
		const url = `${base}/avatar/${hash}?s=160&d=404`;
		const picture = await fetchPicture(ctx, { kind: "person", source: "libravatar", url }, question);
		return picture === null ? NOTHING : { observations: [], pictures: [picture], detail: null };
	},
});

/** Base URL of the domain's own server; null: it names none, or its DNS does not answer. */
async function serverOf({ net }: Pick<MailContext, "net">, domain: string): Promise<string | null> {
	const records = await net.dns.srv(`_avatars-sec._tcp.${domain}`).catch(() => []);
	const [first] = records.filter(({ name }) => name !== "" && name !== ".");
	return first === undefined ? null : `https://${first.name.replace(/\.$/, "")}:${first.port}`;
}
