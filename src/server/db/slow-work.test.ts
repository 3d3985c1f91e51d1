import { expect, it } from "vitest";
import { createStopwatch, type SlowWork } from "./slow-work.ts";

interface Timed {
	run(text: string, ms: number, isOpen: boolean): void;
	runPiece(piece: Buffer, ms: number, isOpen: boolean): void;
	idle(ms: number): void;
	slow: SlowWork[];
}

function timed(): Timed {
	let time = 0;
	const slow: SlowWork[] = [];
	const stopwatch = createStopwatch(
		(work) => slow.push(work),
		() => time,
	);
	const runPiece = (piece: Buffer, ms: number, isOpen: boolean): void => {
		stopwatch.began(piece);
		time += ms;
		stopwatch.ended(isOpen, 3);
	};
	return {
		run: (text, ms, isOpen) => runPiece(simpleQuery(text), ms, isOpen),
		runPiece,
		idle(ms) {
			time += ms;
		},
		slow,
	};
}

function simpleQuery(text: string): Buffer {
	const length = Buffer.alloc(4);
	length.writeInt32BE(5 + text.length);
	return Buffer.concat([Buffer.from("Q"), length, Buffer.from(`${text}\0`)]);
}

it("reports statements that take long, and says how many others waited", () => {
	const { run, slow } = timed();
	run("select 1", 99, false);
	run("select\n\t2", 100, false);
	const expected = {
		milliseconds: 100,
		slowestMilliseconds: 100,
		statement: "select 2",
		isTransaction: false,
		waiting: 3,
	};
	expect(slow).toEqual([expected]);
});

it("reports a transaction as a whole, also the time in which its client ran nothing", () => {
	const { run, idle, slow } = timed();
	run("begin", 1, true);
	idle(200);
	run("update a", 20, true);
	run("update b", 30, true);
	run("commit", 1, false);
	run("select 1", 50, false);
	const expected = {
		milliseconds: 252,
		slowestMilliseconds: 30,
		statement: "update b",
		isTransaction: true,
		waiting: 3,
	};
	expect(slow).toEqual([expected]);
});

it("names what a driver parses, without its parameters", () => {
	const { runPiece, slow } = timed();
	const message = (type: string, content: string): Buffer => {
		const length = Buffer.alloc(4);
		length.writeInt32BE(4 + content.length);
		return Buffer.concat([Buffer.from(type), length, Buffer.from(content)]);
	};
	const parse = message("P", "statement-7\0select $1\0\0\0");
	runPiece(Buffer.concat([parse, message("B", "secret"), message("S", "")]), 500, false);
	runPiece(Buffer.concat([message("B", "secret"), message("S", "")]), 500, false);
	expect(slow.map(({ statement }) => statement)).toEqual(["select $1", "a prepared statement"]);
});
