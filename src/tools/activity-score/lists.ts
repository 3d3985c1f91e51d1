/** Lists of emails that no search can say. */
export const emailLists = ["people", "answered", "replies", "waiting_for_me", "waiting_for_them"] as const;
export type EmailListName = (typeof emailLists)[number];

/** Response times, as the clock has them. */
export const responseBuckets = ["under_1h", "under_4h", "under_8h", "under_1d", "under_3d", "longer"] as const;
export type ResponseBucket = (typeof responseBuckets)[number];

/** Search parameters of the page: the list that is shown over it, and what its heat map counts. */
export interface ListSearch {
	list?: EmailListName | undefined;
	/** Of replies: only those with this response time. */
	bucket?: ResponseBucket | undefined;
	/** Of the heat map; absent: received. */
	hours?: "sent" | undefined;
}

export function readListSearch({ list, bucket, hours }: Record<string, unknown>): ListSearch {
	const name = emailLists.find((one) => one === list);
	const time = responseBuckets.find((one) => one === bucket);
	return {
		...(name !== undefined && { list: name }),
		...(name === "replies" && time !== undefined && { bucket: time }),
		...(hours === "sent" && { hours }),
	};
}
