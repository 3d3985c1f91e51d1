import type { Socket } from "node:net";
import { connect as connectTls, type TLSSocket } from "node:tls";

export interface TlsOptions {
	/** The name to send (SNI) and to verify; absent: none is sent, for hosts that are IP addresses. */
	servername?: string;
	/** False: any certificate is accepted and described; for probes that send no secrets. */
	verify?: boolean;
	/** Certificate authorities in PEM, instead of the system's. */
	ca?: string;
}

/** An established TLS session. */
export interface TlsSession {
	/** E.g. `TLSv1.3`. */
	protocol: string | null;
	/** IANA name of the cipher suite. */
	cipher: string;
	/** The certificate chain is valid and matches the name. */
	isVerified: boolean;
	/** OpenSSL's code when it is not, e.g. `DEPTH_ZERO_SELF_SIGNED_CERT`. */
	verifyError: string | null;
	/** The server's certificate; null when it sent none. */
	certificate: {
		subject: string;
		issuer: string;
		/** Subject alternative names, e.g. `DNS:mx.example.org, DNS:example.org`. */
		names: string;
		validFrom: string;
		validTo: string;
		sha256: string;
		/** DER. */
		raw: Buffer;
	} | null;
}

/**
 * Starts TLS on a connected socket.
 * @param host to verify when `servername` is absent: a name or an IP address
 * @throws OpenSSL's and the socket's errors
 */
export function secure(
	socket: Socket,
	options: TlsOptions,
	host: string,
): Promise<{ socket: TLSSocket; session: TlsSession }> {
	const { servername, verify = true, ca } = options;
	return new Promise((resolve, reject) => {
		const secured = connectTls({
			socket,
			host,
			rejectUnauthorized: verify,
			minVersion: verify ? "TLSv1.2" : "TLSv1",
			...(servername !== undefined && { servername }),
			...(ca !== undefined && { ca }),
		});
		secured.once("error", reject);
		const closed = (): void => reject(new Error("The connection was closed during the TLS handshake"));
		secured.once("close", closed);
		secured.once("secureConnect", () => {
			secured.removeListener("error", reject);
			secured.removeListener("close", closed);
			resolve({ socket: secured, session: sessionOf(secured) });
		});
	});
}

function sessionOf(socket: TLSSocket): TlsSession {
	const { standardName = "" } = socket.getCipher();
	const certificate = socket.getPeerX509Certificate();
	// The code or, for a wrong name, an error with a code.
	const error = socket.authorizationError as Error | string | null | undefined;
	const verifyError = error instanceof Error ? ((error as NodeJS.ErrnoException).code ?? error.message) : error;
	return {
		protocol: socket.getProtocol(),
		cipher: standardName,
		isVerified: socket.authorized,
		verifyError: verifyError ?? null,
		certificate:
			certificate === undefined
				? null
				: {
						subject: certificate.subject,
						issuer: certificate.issuer,
						names: certificate.subjectAltName ?? "",
						validFrom: certificate.validFrom,
						validTo: certificate.validTo,
						sha256: certificate.fingerprint256,
						raw: certificate.raw,
					},
	};
}
