/** Who is analyzed. */
export interface Sender {
	/** Lower case; null: the whole domain is analyzed. */
	address: string | null;
	/** ASCII. */
	domain: string;
}
