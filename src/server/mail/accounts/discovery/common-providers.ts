import type { MailServer } from "#shared/contracts/accounts.ts";

/**
 * Common providers whose servers need no lookup, and what a user must do there before a mail client can sign in. Data
 * only; `common.ts` reads it.
 */
export interface CommonProvider {
	name: string;
	/** Domains of addresses. */
	domains: readonly string[];
	/** Suffixes of MX host names, for custom domains hosted there. */
	mx?: readonly string[];
	/** Null: no mailbox there can be opened with a password; `note` says why. */
	imap: MailServer | null;
	smtp: MailServer | null;
	/** Where the user name is the local part of the address; otherwise it is the whole address. */
	localPart?: "imap" | "both";
	appPassword?: { required: boolean; url: string };
	note?: string;
	/**
	 * Source of the server names: `ispdb/…` is in https://github.com/thunderbird/autoconfig; `alike in mail programs`
	 * means that several public mail clients agree and no page of the provider was available.
	 */
	source: string;
}

const tls = (host: string, port: number): MailServer => ({ host, port, security: "tls" });
const starttls = (host: string, port: number): MailServer => ({ host, port, security: "starttls" });

/** The usual ports (RFC 8314 §7.3). */
const servers = (imap: string, smtp: string) => ({ imap: tls(imap, 993), smtp: tls(smtp, 465) });

const list = (text: string): string[] => text.trim().split(/\s+/);

const MICROSOFT = {
	imap: null,
	smtp: null,
	note: "Microsoft lets mail programs in by its own sign-in alone, not with a password. Connect this mailbox as Outlook instead, where this server offers it.",
};

const TURN_ON = "Allow mail programs in the mailbox's settings first, under POP3 and IMAP.";

const ionos = (tld: string): CommonProvider => ({
	name: "IONOS",
	domains: tld === "de" ? list("online.de onlinehome.de sofort-start.de sofort-surf.de go4more.de") : [],
	mx: tld === "de" ? ["ionos.de", "kundenserver.de", "schlund.de"] : [`ionos.${tld}`],
	...servers(`imap.ionos.${tld}`, `smtp.ionos.${tld}`),
	source: "ispdb/1und1.de.xml; the names under ionos alike in mail programs",
});

/** @param prefix of the host names: company mailboxes have their own */
const zoho = (tld: string, domains: string[], mx: string[], prefix = ""): CommonProvider => ({
	name: "Zoho Mail",
	domains,
	mx,
	...servers(`imap${prefix}.zoho.${tld}`, `smtp${prefix}.zoho.${tld}`),
	appPassword: { required: false, url: `https://accounts.zoho.${tld}/home#security/app_password` },
	note: "Turn on IMAP in Zoho Mail's settings first. With two-factor sign-in, it requires an app password.",
	source: "ispdb/zoho.com.xml, https://www.zoho.com/mail/help/imap-access.html",
});

export const commonProviders: readonly CommonProvider[] = [
	{
		name: "Gmail",
		domains: ["gmail.com", "googlemail.com"],
		mx: ["google.com", "googlemail.com"],
		...servers("imap.gmail.com", "smtp.gmail.com"),
		appPassword: { required: true, url: "https://myaccount.google.com/apppasswords" },
		note: "Google offers app passwords to accounts with 2-Step Verification.",
		source: "ispdb/googlemail.com.xml, https://support.google.com/accounts/answer/185833",
	},
	{
		name: "iCloud Mail",
		domains: ["icloud.com", "me.com", "mac.com"],
		mx: ["mail.icloud.com"],
		imap: tls("imap.mail.me.com", 993),
		smtp: starttls("smtp.mail.me.com", 587),
		localPart: "imap",
		appPassword: { required: true, url: "https://account.apple.com/account/manage" },
		source: "ispdb/me.com.xml, https://support.apple.com/102525",
	},
	{
		name: "Yahoo Mail",
		domains: list(`yahoo.com ymail.com rocketmail.com myyahoo.com yahoo.de yahoo.it yahoo.fr yahoo.es yahoo.se yahoo.ca
			yahoo.in yahoo.co.in yahoo.co.uk yahoo.co.nz yahoo.com.au yahoo.com.ar yahoo.com.br yahoo.com.mx cox.net`),
		mx: ["mail.am0.yahoodns.net"],
		...servers("imap.mail.yahoo.com", "smtp.mail.yahoo.com"),
		appPassword: { required: true, url: "https://login.yahoo.com/account/security" },
		source: "ispdb/yahoo.com.xml, https://help.yahoo.com/kb/SLN4075.html",
	},
	{
		name: "AOL Mail",
		domains: list(`aol.com aim.com netscape.net netscape.com compuserve.com cs.com wmconnect.com aol.de aol.it aol.fr
			aol.es aol.se aol.co.uk aol.co.nz aol.com.au aol.com.ar aol.com.br aol.com.mx`),
		mx: ["mail.gm0.yahoodns.net"],
		...servers("imap.aol.com", "smtp.aol.com"),
		appPassword: { required: true, url: "https://login.aol.com/account/security" },
		source: "ispdb/aol.com.xml",
	},
	{
		name: "Outlook.com",
		domains: list(`outlook.com hotmail.com live.com msn.com windowslive.com outlook.at outlook.be outlook.de outlook.dk
			outlook.es outlook.fr outlook.ie outlook.in outlook.it outlook.jp outlook.pt outlook.com.au outlook.com.br
			hotmail.be hotmail.ca hotmail.de hotmail.dk hotmail.es hotmail.fi hotmail.fr hotmail.it hotmail.nl hotmail.no
			hotmail.se hotmail.co.jp hotmail.co.uk hotmail.com.ar hotmail.com.au hotmail.com.br live.at live.be live.ca
			live.cn live.de live.dk live.fr live.ie live.it live.jp live.nl live.no live.se live.co.uk live.com.au
			live.com.mx`),
		mx: ["olc.protection.outlook.com"],
		...MICROSOFT,
		source: "ispdb/hotmail.com.xml, which offers OAuth2 alone",
	},
	{
		name: "Microsoft 365",
		domains: ["onmicrosoft.com", "office365.com"],
		mx: ["mail.protection.outlook.com", "mx.microsoft"],
		...MICROSOFT,
		source: "ispdb/office365.com.xml, which offers OAuth2 alone",
	},
	{
		name: "Fastmail",
		domains: list("fastmail.com fastmail.fm fastmail.net fastmail.org sent.com messagingengine.com"),
		mx: ["messagingengine.com"],
		...servers("imap.fastmail.com", "smtp.fastmail.com"),
		appPassword: { required: true, url: "https://app.fastmail.com/settings/security/apps" },
		source: "ispdb/messagingengine.com.xml, https://www.fastmail.help/hc/en-us/articles/1500000278342",
	},
	{
		name: "GMX",
		domains: list("gmx.net gmx.de gmx.at gmx.ch gmx.eu gmx.biz gmx.org gmx.info mein.gmx mail.gmx email.gmx"),
		mx: ["gmx.net"],
		...servers("imap.gmx.net", "mail.gmx.net"),
		note: TURN_ON,
		source: "ispdb/gmx.net.xml",
	},
	{
		name: "mail.com",
		domains: list(`mail.com mail.org email.com post.com usa.com accountant.com consultant.com dr.com engineer.com
			cheerful.com techie.com linuxmail.org europe.com london.com uymail.com myself.com iname.com writeme.com`),
		...servers("imap.mail.com", "smtp.mail.com"),
		note: TURN_ON,
		source: "ispdb/mail.com.xml",
	},
	{
		name: "GMX",
		domains: list("gmx.com gmx.us gmx.co.uk gmx.fr gmx.es"),
		...servers("imap.gmx.com", "mail.gmx.com"),
		note: TURN_ON,
		source: "ispdb/gmx.com.xml",
	},
	{
		name: "WEB.DE",
		domains: ["web.de"],
		...servers("imap.web.de", "smtp.web.de"),
		localPart: "both",
		note: TURN_ON,
		source: "ispdb/web.de.xml",
	},
	...["com", "eu", "in"].flatMap((tld) => [
		zoho(tld, [`zoho.${tld}`, `zohomail.${tld}`], []),
		zoho(tld, [], [`zoho.${tld}`], "pro"),
	]),
	{
		name: "Proton Mail",
		domains: list("proton.me protonmail.com protonmail.ch pm.me"),
		mx: ["protonmail.ch"],
		imap: null,
		smtp: null,
		note: "Proton lets mail programs in through Proton Mail Bridge alone. Run it where this server can reach it, and enter the host, ports, user name and password that it shows.",
		source: "https://proton.me/mail/bridge",
	},
	{
		name: "Tuta",
		domains: list("tutanota.com tutanota.de tutamail.com tuta.io tuta.com keemail.me"),
		mx: ["tutanota.de", "tutanota.com"],
		imap: null,
		smtp: null,
		note: "Tuta has no IMAP: its mailboxes open only in its own apps.",
		source: "https://tuta.com/faq, “Does Tuta support IMAP, POP3 or SMTP?”",
	},
	{
		name: "Mail.ru",
		domains: list("mail.ru inbox.ru bk.ru list.ru internet.ru xmail.ru"),
		mx: ["mxs.mail.ru", "emx.mail.ru"],
		...servers("imap.mail.ru", "smtp.mail.ru"),
		appPassword: { required: true, url: "https://account.mail.ru/user/2-step-auth/passwords" },
		source: "alike in mail programs",
	},
	{
		name: "Yandex Mail",
		domains: list("yandex.ru yandex.com yandex.net yandex.by yandex.kz yandex.ua ya.ru narod.ru"),
		mx: ["mx.yandex.ru", "mx.yandex.net"],
		...servers("imap.yandex.com", "smtp.yandex.com"),
		appPassword: { required: true, url: "https://id.yandex.com/security/app-passwords" },
		note: "Turn on IMAP in Yandex Mail's settings first, under email clients.",
		source: "ispdb/yandex.ru.xml, https://yandex.com/support/mail/mail-clients/others.html",
	},
	{
		name: "Posteo",
		domains:
			list(`posteo.de posteo.net posteo.org posteo.com posteo.eu posteo.at posteo.be posteo.ch posteo.dk posteo.es
			posteo.fi posteo.it posteo.me posteo.nl posteo.no posteo.pl posteo.se posteo.uk posteo.us posteo.co.uk`),
		mx: ["posteo.de"],
		...servers("posteo.de", "posteo.de"),
		source: "ispdb/posteo.de.xml",
	},
	{
		name: "mailbox.org",
		domains: ["mailbox.org"],
		mx: ["mailbox.org"],
		...servers("imap.mailbox.org", "smtp.mailbox.org"),
		appPassword: {
			required: false,
			url: "https://kb.mailbox.org/de/privat/sicherheit-und-privatsphaere/applikationspasswoerter-fuer-externe-programme/",
		},
		note: "With two-factor sign-in, it requires an application password.",
		source: "ispdb/mailbox.org.xml",
	},
	...["de", "com", "co.uk", "fr", "es"].map(ionos),
	{
		name: "STRATO",
		domains: ["strato.de"],
		mx: ["rzone.de"],
		...servers("imap.strato.de", "smtp.strato.de"),
		source: "ispdb/strato.de.xml",
	},
	{
		name: "OVHcloud",
		domains: [],
		mx: ["ovh.net"],
		...servers("ssl0.ovh.net", "ssl0.ovh.net"),
		note: "This is where OVHcloud's plain mailboxes are. Its Exchange and Email Pro ones have servers of their own, which its control panel names.",
		source: "https://www.quai-des-entrepreneurs.com/ovh-mail, alike in mail programs",
	},
	{
		name: "Gandi",
		domains: [],
		mx: ["mail.gandi.net"],
		...servers("mail.gandi.net", "mail.gandi.net"),
		source: "https://oldwiki.gandi.net/en/mail/standard-settings.html, alike in mail programs",
	},
	{
		name: "Infomaniak",
		domains: list("ik.me ikmail.com etik.com"),
		mx: ["infomaniak.ch"],
		...servers("mail.infomaniak.com", "mail.infomaniak.com"),
		source: "https://www.infomaniak.com/en/support/faq/admin2/email-service",
	},
	{
		name: "Migadu",
		domains: ["migadu.com"],
		mx: ["migadu.com"],
		...servers("imap.migadu.com", "smtp.migadu.com"),
		source: "ispdb/migadu.com.xml",
	},
	{
		name: "Purelymail",
		domains: ["purelymail.com"],
		mx: ["purelymail.com"],
		...servers("mailserver.purelymail.com", "mailserver.purelymail.com"),
		source: "ispdb/purelymail.com.xml",
	},
	{
		name: "Runbox",
		domains: list("runbox.com runbox.no rbx.email"),
		mx: ["runbox.com"],
		...servers("mail.runbox.com", "mail.runbox.com"),
		source: "alike in mail programs",
	},
	{
		name: "T-Online",
		domains: ["t-online.de", "magenta.de"],
		...servers("secureimap.t-online.de", "securesmtp.t-online.de"),
		appPassword: {
			required: true,
			url: "https://www.telekom.de/hilfe/apps-dienste/e-mail/programme/passwort-verwalten",
		},
		source: "ispdb/t-online.de.xml",
	},
	{
		name: "Orange",
		domains: ["orange.fr", "wanadoo.fr"],
		...servers("imap.orange.fr", "smtp.orange.fr"),
		source: "ispdb/orange.fr.xml",
	},
	{
		name: "Free",
		domains: ["free.fr"],
		...servers("imap.free.fr", "smtp.free.fr"),
		localPart: "both",
		source: "ispdb/free.fr.xml",
	},
	{
		name: "La Poste",
		domains: ["laposte.net"],
		...servers("imap.laposte.net", "smtp.laposte.net"),
		localPart: "both",
		source: "ispdb/laposte.net",
	},
	{
		name: "Libero",
		domains: ["libero.it", "inwind.it", "iol.it", "blu.it", "giallo.it"],
		...servers("imapmail.libero.it", "smtp.libero.it"),
		source: "alike in mail programs",
	},
	{
		name: "Seznam Email",
		domains: list("seznam.cz email.cz post.cz spoluzaci.cz"),
		...servers("imap.seznam.cz", "smtp.seznam.cz"),
		note: "Turn on IMAP in Seznam's settings first.",
		source: "alike in mail programs",
	},
	{
		name: "QQ Mail",
		domains: ["qq.com", "foxmail.com", "vip.qq.com"],
		...servers("imap.qq.com", "smtp.qq.com"),
		appPassword: { required: true, url: "https://service.mail.qq.com/" },
		note: "QQ requires an authorization code instead of the password. Turn on IMAP in its settings.",
		source: "ispdb/qq.com.xml",
	},
	...["163.com", "126.com", "yeah.net"].map((domain) => ({
		name: `NetEase ${domain}`,
		domains: [domain],
		...servers(`imap.${domain}`, `smtp.${domain}`),
		appPassword: { required: true, url: "https://help.mail.163.com/" },
		note: "NetEase requires an authorization code instead of the password. Turn on IMAP in its settings.",
		source: "alike in mail programs",
	})),
	{
		name: "Rackspace Email",
		domains: ["emailsrvr.com"],
		mx: ["emailsrvr.com"],
		...servers("secure.emailsrvr.com", "secure.emailsrvr.com"),
		source: "ispdb/emailsrvr.com.xml",
	},
];
