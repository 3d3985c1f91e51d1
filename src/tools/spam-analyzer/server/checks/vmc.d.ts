/** The package has no types. Only what is used of it. */
declare module "@postalsys/vmc" {
	import type { X509Certificate } from "node:crypto";

	export class RootStore {
		static create(): RootStore;
		readonly rootCerts: readonly X509Certificate[];
	}

	type Names = Readonly<Record<string, string | undefined>>;

	/** @throws Error with a `code` */
	export function vmc(
		pem: Buffer,
		options: { now: Date },
	): Promise<{
		type: "VMC" | "CMC";
		hashAlgo: string | undefined;
		/** Hexadecimal. */
		hashValue: string | undefined;
		/** Whether the logo in the certificate has this hash; undefined: it has none. */
		validHash: boolean | undefined;
		/** Base64. */
		logoFile: string | undefined;
		certificate: { subject: Names; issuer: Names; subjectAltName: string[] };
	}>;
}
