/** Data of SVCB and HTTPS records (RFC 9460 §2.2), which dns-packet returns undecoded. */
export interface SvcbData {
	/** 0: an alias (AliasMode), without parameters. */
	priority: number;
	/** Empty: the record's own name, or, in an alias, that the service does not exist. */
	target: string;
	alpn: string[];
	noDefaultAlpn: boolean;
	/** Null: the default port. */
	port: number | null;
	ipv4hint: string[];
	ipv6hint: string[];
	/** Encrypted Client Hello configuration in base64 (RFC 9849); null: none. */
	ech: string | null;
}

/** Keys of RFC 9460 §14.3.2. */
const KEYS = { alpn: 1, noDefaultAlpn: 2, port: 3, ipv4hint: 4, ech: 5, ipv6hint: 6 };

/** @throws RangeError when the data is malformed */
export function readSvcb(data: Buffer): SvcbData {
	const priority = data.readUInt16BE(0);
	const { name, end } = readName(data, 2);
	const values = new Map<number, Buffer>();
	for (let at = end; at < data.length; ) {
		const length = data.readUInt16BE(at + 2);
		if (at + 4 + length > data.length) throw new RangeError("A parameter exceeds the record");
		values.set(data.readUInt16BE(at), data.subarray(at + 4, at + 4 + length));
		at += 4 + length;
	}
	return {
		priority,
		target: name,
		alpn: readStrings(values.get(KEYS.alpn)),
		noDefaultAlpn: values.has(KEYS.noDefaultAlpn),
		port: values.get(KEYS.port)?.readUInt16BE(0) ?? null,
		ipv4hint: slices(values.get(KEYS.ipv4hint), 4).map((bytes) => bytes.join(".")),
		ipv6hint: slices(values.get(KEYS.ipv6hint), 16).map(writeIPv6),
		ech: values.get(KEYS.ech)?.toString("base64") ?? null,
	};
}

/** An uncompressed name (RFC 9460 §2.2). */
function readName(data: Buffer, start: number): { name: string; end: number } {
	const labels: string[] = [];
	let at = start;
	for (;;) {
		const length = data.readUInt8(at);
		at += 1;
		if (length === 0) return { name: labels.join("."), end: at };
		if (length > 63 || at + length > data.length) throw new RangeError("A name exceeds the record");
		labels.push(data.toString("latin1", at, at + length));
		at += length;
	}
}

function readStrings(value: Buffer | undefined): string[] {
	const strings: string[] = [];
	for (let at = 0; value !== undefined && at < value.length; ) {
		const length = value.readUInt8(at);
		strings.push(value.toString("latin1", at + 1, at + 1 + length));
		at += 1 + length;
	}
	return strings;
}

function slices(value: Buffer | undefined, size: number): Buffer[] {
	const count = Math.floor((value?.length ?? 0) / size);
	return Array.from({ length: count }, (_, i) => value?.subarray(i * size, (i + 1) * size) ?? Buffer.alloc(0));
}

/** Shortened as in RFC 5952. */
function writeIPv6(bytes: Buffer): string {
	const groups = Array.from({ length: 8 }, (_, i) => bytes.readUInt16BE(i * 2).toString(16));
	// URL serializes an IPv6 host in the canonical form.
	return new URL(`http://[${groups.join(":")}]/`).hostname.slice(1, -1);
}
