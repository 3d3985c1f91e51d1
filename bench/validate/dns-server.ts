import { createSocket } from "node:dgram";
import {
	RCODES,
	type RecordData,
	type RecordType,
	readQuestion,
	TYPES,
	writeData,
	writeReply,
} from "#test/dns/wire.ts";

/**
 * A DNS server for the benchmark, in a separate process: `node dns-server.ts <domains> <delay in ms>`. It prints its
 * port, and when it is asked by a line on standard input what was queried since the last time, as JSON.
 */
const [domains = 0, delayMs = 0] = process.argv.slice(2).map(Number);
const types = new Map<number, RecordType>(Object.entries(TYPES).map(([type, code]) => [code, type as RecordType]));

type Records = { [T in RecordType]?: RecordData[T] };
const zones = new Map<string, Records>([["mx.mail.test", { A: "192.0.2.25" }]]);
/** Names that have others below them. */
const parents = new Set<string>();
for (let i = 0; i < domains; i++) {
	const domain = `d${i}.test`;
	// As in real lists: some domains are gone, others receive no mail.
	if (i % 20 === 0) continue;
	zones.set(domain, { MX: [10, "mx.mail.test"], ...(i % 3 > 0 && { TXT: "v=spf1 include:_spf.mail.test -all" }) });
	if (i % 2 === 0) zones.set(`_dmarc.${domain}`, { TXT: "v=DMARC1; p=none" });
	if (i % 4 === 0) zones.set(`google._domainkey.${domain}`, { TXT: "v=DKIM1; k=rsa; p=MIGfMA0GCSqGSIb3" });
}
for (const name of zones.keys())
	for (let above = name; above.includes("."); above = above.slice(above.indexOf(".") + 1)) parents.add(above);

let queries: string[] = [];
let firstAt = 0;
let lastAt = 0;

const socket = createSocket("udp4");
socket.on("message", (message, from) => {
	const question = readQuestion(message);
	if (question === null) return;
	const type = types.get(question.type);
	queries.push(`${question.name} ${type ?? question.type}`);
	lastAt = performance.now();
	firstAt ||= lastAt;
	const value = type && zones.get(question.name)?.[type];
	const answers =
		type === undefined || value === undefined
			? []
			: [{ name: question.name, type, ttl: 300, data: writeData(type, value as never) }];
	const rcode = parents.has(question.name) ? RCODES.NOERROR : RCODES.NXDOMAIN;
	const reply = writeReply(question, rcode, { answers });
	const send = () => socket.send(reply, from.port, from.address);
	if (delayMs === 0) send();
	else setTimeout(send, delayMs);
});
socket.bind(0, "127.0.0.1", () => {
	socket.setRecvBufferSize(4 * 1024 * 1024);
	console.log(socket.address().port);
});

process.stdin.on("data", () => {
	console.log(JSON.stringify({ queries, seconds: (lastAt - firstAt) / 1000 }));
	queries = [];
	firstAt = 0;
});
process.stdin.on("end", () => process.exit());
