import names from "./brand-names.json" with { type: "json" };

/** A name that phishing borrows, and what a domain of its owner contains. */
export interface Brand {
	name: string;
	/** How senders write it, in lower case. */
	written: readonly string[];
	/** Parts of the registrable domains that belong to it. */
	domains: readonly string[];
}

/** Those that it borrows most often, of which many are in no list. Not names of people, animals, cities or common words. */
export const BRANDS: readonly Brand[] = [
	brand("PayPal", "paypal"),
	brand("Microsoft", "microsoft office outlook live.com sharepoint msn xbox azure", "microsoft 365", "office 365"),
	brand("Amazon", "amazon aws kindle audible"),
	brand("Google", "google youtube gmail android"),
	brand("Apple", "apple icloud itunes", "apple id", "icloud", "itunes"),
	brand("Netflix", "netflix"),
	brand("Facebook", "facebook meta"),
	brand("Instagram", "instagram facebook meta"),
	brand("WhatsApp", "whatsapp facebook meta"),
	brand("LinkedIn", "linkedin"),
	brand("Dropbox", "dropbox"),
	brand("DocuSign", "docusign"),
	brand("Adobe", "adobe"),
	brand("eBay", "ebay"),
	brand("DHL", "dhl deutschepost", "dhl express"),
	brand("FedEx", "fedex"),
	brand("USPS", "usps"),
	brand("Royal Mail", "royalmail"),
	brand("HMRC", "hmrc gov.uk"),
	brand("Coinbase", "coinbase"),
	brand("Binance", "binance"),
	brand("MetaMask", "metamask"),
	brand("Bank of America", "bankofamerica bofa"),
	brand("Wells Fargo", "wellsfargo"),
	brand("Citibank", "citi"),
	brand("HSBC", "hsbc"),
	brand("Barclays", "barclay"),
	brand("Santander", "santander"),
	brand("BNP Paribas", "bnpparibas"),
	brand("Sparkasse", "sparkasse"),
	brand("Commerzbank", "commerzbank"),
	brand("Postbank", "postbank deutsche-bank"),
	brand("American Express", "americanexpress aexp amex"),
	brand("Mastercard", "mastercard"),
	brand("Revolut", "revolut"),
	brand("Klarna", "klarna"),
	brand("Spotify", "spotify"),
];

function brand(name: string, domains: string, ...also: string[]): Brand {
	return { name, written: [name.toLowerCase(), ...also], domains: domains.split(" ") };
}

/** More of them, kept by `npm run brands`. */
export const OTHER_BRANDS: readonly Brand[] = names.map(([name = "", label]) => {
	const words =
		name
			.normalize("NFKD")
			.replace(/\p{M}+/gu, "")
			.toLowerCase()
			.match(/[\p{L}\p{N}]+/gu) ?? [];
	return { name, written: [words.join(" ")], domains: [words.join(""), ...(label === undefined ? [] : [label])] };
});
