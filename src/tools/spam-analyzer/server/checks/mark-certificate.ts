import { createHash, X509Certificate } from "node:crypto";
import type { RootStore } from "@postalsys/vmc";

/** What a mark certificate certifies. */
interface MarkCertificate {
	/** VMC: a registered trademark; CMC: a logo that was in use, or a variant of a trademark. */
	type: "VMC" | "CMC";
	organization: string;
	issuer: string;
	/** As registered, with its country; null: none. */
	trademark: string | null;
	validUntil: Date;
}

/** A certificate that mailbox providers don't accept. The message is a sentence for users. */
export class BadCertificate extends Error {
	override name = "BadCertificate";
}

interface CertificateUse {
	/** Names that the certificate may be for: the sender's domain, its organizational domain, names of BIMI records. */
	names: readonly string[];
	/** The published logo. */
	logo: Uint8Array;
	/** Epoch milliseconds. */
	now: number;
}

/** Leaf, intermediate certificates, root. */
const MAX_CHAIN = 6;
/** id-kp-BrandIndicatorforMessageIdentification (draft-fetch-validation-vmc-wchuang). */
const BIMI_KEY_USAGE = "1.3.6.1.5.5.7.3.31";

/**
 * Verifies a mark certificate as BIMI asks for it: issued by an authority for mark certificates, in force, for this
 * sender, and with the published logo. Revocation is not checked.
 * @param pem the certificate, and those that lead to the root
 * @throws BadCertificate
 */
export async function verifyMarkCertificate(
	pem: Uint8Array,
	{ names, logo, now }: CertificateUse,
): Promise<MarkCertificate> {
	const { vmc, RootStore: Roots } = await import("@postalsys/vmc");
	const chain = certificatesIn(Buffer.from(pem).toString("latin1"));
	const [leaf] = chain;
	if (leaf === undefined) throw new BadCertificate("The file has no certificate.");
	verifyChain(chain, { roots: Roots.create(), now });
	// Only what an authority has signed is unpacked.
	const mark = await vmc(Buffer.from(pem), { now: new Date(now) });
	const { subject, subjectAltName } = mark.certificate;
	if (!subjectAltName.some((name) => names.includes(name.toLowerCase())))
		throw new BadCertificate(`It was issued to ${subjectAltName.join(", ") || "no domain"}, not to this domain.`);
	if (mark.hashAlgo === undefined || mark.hashValue === undefined || mark.validHash === false)
		throw new BadCertificate("It has no valid logo.");
	if (createHash(mark.hashAlgo).update(logo).digest("hex") !== mark.hashValue)
		throw new BadCertificate("Its logo differs from the published one.");
	const { trademarkRegistration: registration, trademarkCountryOrRegionName: country } = subject;
	return {
		type: mark.type,
		organization: subject.organizationName ?? subject.commonName ?? "",
		issuer: mark.certificate.issuer.organizationName ?? mark.certificate.issuer.commonName ?? "",
		trademark: registration === undefined ? null : [registration, country].filter(Boolean).join(", "),
		validUntil: new Date(leaf.validTo),
	};
}

function certificatesIn(text: string): X509Certificate[] {
	const blocks = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
	try {
		return blocks.slice(0, MAX_CHAIN).map((block) => new X509Certificate(block));
	} catch {
		throw new BadCertificate("The file is not a valid certificate.");
	}
}

/**
 * Every certificate is signed by the next one, and the last one by a root or is one. The library compares only names and
 * identifiers of keys.
 */
function verifyChain(chain: readonly X509Certificate[], { roots, now }: { roots: RootStore; now: number }): void {
	for (const [index, certificate] of chain.entries()) {
		if (now < Date.parse(certificate.validFrom)) throw new BadCertificate("It is not valid yet.");
		if (now > Date.parse(certificate.validTo))
			throw new BadCertificate(`It expired on ${new Date(certificate.validTo).toISOString().slice(0, 10)}.`);
		const issuers = index === chain.length - 1 ? roots.rootCerts : chain.slice(index + 1, index + 2);
		if (index > 0 && !certificate.ca) throw new BadCertificate("It was not issued by a certificate authority.");
		if (index === 0 && !certificate.keyUsage?.includes(BIMI_KEY_USAGE))
			throw new BadCertificate("It is not a certificate for logos.");
		const isRoot =
			issuers === roots.rootCerts && issuers.some((root) => root.fingerprint512 === certificate.fingerprint512);
		if (!isRoot && !issuers.some((issuer) => certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)))
			throw new BadCertificate("It was not issued by a recognized authority for logos.");
	}
}
