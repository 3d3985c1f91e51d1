/** Limits of campaigns, for forms and the API. */
export const limits = {
	steps: 10,
	recipients: 10_000,
	/** Rows of one request. */
	rows: 1_000,
	fields: 50,
	/** People listed before they are added. */
	candidates: 200,
	waitDays: 60,
	dailyCap: 2_000,
	/** Between two messages of a mailbox. */
	spacingSeconds: { min: 5, max: 3_600 },
	/** Percent of bounces at which a campaign pauses unless its plan says otherwise, and from which on it warns. */
	bounces: 5,
	bouncesWarned: 3,
	/** Fewer bounces say nothing of a list. */
	leastBounces: 3,
	subject: 250,
	body: 50_000,
	html: 200_000,
} as const;
