import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTwoPeople, type TwoPeople } from "#test/two-people.ts";
import { requestOf } from "./samples.ts";

/** Files that are not what they say, sent to every route that takes one. */

let people: TwoPeople;
beforeAll(async () => {
	people = await startTwoPeople();
});
afterAll(() => people?.server.close());

const bytes = (text: string): Buffer => Buffer.from(text, "latin1");
const noise = Buffer.from(Array.from({ length: 65_536 }, (_, index) => (index * 2_654_435_761) >>> 24));
const FILES: Record<string, Buffer> = {
	"nothing at all": Buffer.alloc(0),
	"one byte": bytes("\0"),
	noise,
	"a megabyte of NUL": Buffer.alloc(1 << 20),
	"a megabyte in one line": Buffer.alloc(1 << 20, "a"),
	"a million line breaks": Buffer.alloc(1 << 20, "\n"),
	"a million commas": Buffer.alloc(1 << 20, ","),
	"a million quotation marks": Buffer.alloc(1 << 20, '"'),
	"a million brackets": Buffer.alloc(1 << 20, "["),
	"100 MB of zeros in a gzip file": gzipSync(Buffer.alloc(100 << 20)),
	"half a gzip file": gzipSync(noise).subarray(0, 30_000),
	"empty messages in a gzip file": gzipSync(bytes("From x\n\n".repeat(500_000))),
	"the beginning of a zip file": bytes("PK\x03\x04").subarray(0, 4),
	"the beginning of an Outlook file": bytes("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"),
	"XML of entities": bytes(
		`<?xml version="1.0"?><!DOCTYPE a [<!ENTITY a "${"a".repeat(1_000)}">${Array.from({ length: 20 }, (_, n) => `<!ENTITY a${n} "${`&a${n === 0 ? "" : n - 1};`.repeat(10)}">`).join("")}]><feed>&a19;</feed>`,
	),
	"XML with an external entity": bytes(
		'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><feed><entry>&x;</entry></feed>',
	),
	"deep XML": bytes("<a>".repeat(100_000)),
	"deep JSON": bytes('{"filters":'.repeat(50_000)),
	"a vCard that does not end": bytes(`BEGIN:VCARD\r\n${"N:a\r\n ".repeat(100_000)}`),
	"many vCards": bytes("BEGIN:VCARD\r\nEMAIL:a@b.example\r\nEND:VCARD\r\n".repeat(20_001)),
	"a Sieve script of blocks": bytes("if true {".repeat(50_000)),
	"a Sieve script of comments": bytes("/*".repeat(200_000)),
	"invalid UTF-8": bytes("email\n\xff\xfe\xc0\x80@example.org\n"),
	"UTF-16 with half a surrogate": Buffer.from([0xff, 0xfe, 0x00, 0xd8, 0x61, 0x00]),
	"message parts in message parts": bytes(
		`From x\n${Array.from({ length: 5_000 }, (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\n\n--b${n}\n`).join("")}`,
	),
	"a header of ten megabytes": bytes(`From x\nSubject: ${"a".repeat(10 << 20)}\n\n`),
};

it("are refused with a sentence or read as far as possible, and the server keeps answering", {
	timeout: 1_200_000,
}, async () => {
	const { server, routes, ada, ids } = people;
	const found: string[] = [];
	const taking = routes.filter(({ spec }) => spec.bytes);
	expect(taking.length).toBeGreaterThan(5);
	for (const { id, spec } of taking)
		for (const [name, content] of Object.entries(FILES)) {
			await server.ctx.database.exec("delete from rate_limits", []);
			const own = Object.entries(ids).find(([part]) => spec.path.startsWith(`/api/v1/${part}/`))?.[1] ?? "";
			const params = Object.fromEntries(Object.keys(spec.params?.shape ?? {}).map((one) => [one, own]));
			const { path, init } = requestOf({ ...spec, query: undefined }, { params });
			const reply = await ada.fetch(`${path}?filename=file.mbox`, {
				...init,
				headers: { "content-type": "application/octet-stream" },
				body: new Uint8Array(content),
			});
			const text = await reply.text();
			const problem = reply.ok ? null : (JSON.parse(text) as { code?: string; detail?: string; title?: string });
			if (reply.status >= 500) found.push(`${id}, ${name}: ${reply.status} ${text.slice(0, 200)}`);
			if (problem !== null && `${problem.detail ?? problem.title ?? ""}`.length < 10)
				found.push(`${id}, ${name}: no sentence: ${text.slice(0, 200)}`);
			if ((await fetch(`${server.url}/healthz`)).status !== 200) found.push(`${id}, ${name}: the server is not well`);
		}
	await server.ctx.jobs.drain();
	expect(found).toEqual([]);
});
