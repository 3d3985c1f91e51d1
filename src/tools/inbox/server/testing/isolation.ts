import type { IsolationFixture } from "#test/isolation.ts";

export const isolation: IsolationFixture = {
	prepare: async () => ({}),
	inputs: { answerInvitation: { json: { answer: "accepted" } } },
};
