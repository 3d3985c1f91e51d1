import { randomBytes } from "node:crypto";
import type { Socket } from "node:net";
import type { Answer } from "./script.ts";

const BLOCK = Buffer.alloc(64 * 1024, "x");

/** Sends a block repeatedly, as fast as it is read. */
function sendRepeatedly(socket: Socket, block: Buffer | string): void {
	const more = (): void => {
		while (!socket.destroyed && socket.write(block));
	};
	socket.on("drain", more);
	more();
}

/** Never responds, for instance to LOGIN. */
export const silence: Answer = () => {};

/** Refuses service and disconnects. RFC 9051, 7.1.5 */
export const bye: Answer = (socket) => void socket.end("* BYE Too many connections, try again later\r\n");

/** Binary data without line ends. */
export const binary: Answer = (socket) => void socket.write(randomBytes(8192));

/** A greeting of 4 MB. */
export const hugeGreeting: Answer = (socket) => {
	socket.write("* OK ");
	for (let block = 0; block < 64; block++) socket.write(BLOCK);
	socket.write("\r\n");
};

/** A line that never ends. */
export const endlessLine: Answer = (socket) => {
	socket.write("* OK ");
	sendRepeatedly(socket, BLOCK);
};

/** Announces a message of 4 GB and starts to send it. */
export const hugeLiteral: Answer = (socket) => {
	socket.write("* 1 FETCH (UID 1 BODY[] {4294967296}\r\n");
	sendRepeatedly(socket, BLOCK);
};

/** Announces a message and disconnects in the middle. */
export const cutLiteral: Answer = (socket) => void socket.end("* 1 FETCH (UID 1 BODY[] {1000}\r\nFrom: a@exam");

/** Sends endless unsolicited responses about nonexistent messages. */
export const garbage: Answer = (socket) =>
	sendRepeatedly(
		socket,
		[
			"* 4294967295 EXISTS",
			"* -1 EXPUNGE",
			"* 99999 FETCH (FLAGS (\\Seen",
			"* LIST (\\Noselect NIL",
			"* ESEARCH ))))",
			"+ go on",
			"nonsense",
			"",
		].join("\r\n"),
	);

/** Reports a billion messages, none of which can be fetched. For SELECT. */
export const wrongCount: Answer = (socket, tag) =>
	void socket.write(
		`* 1000000000 EXISTS\r\n* OK [UIDVALIDITY 1] Fine\r\n* OK [UIDNEXT 4] Fine\r\n${tag} OK [READ-WRITE] Done\r\n`,
	);
