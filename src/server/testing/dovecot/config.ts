import type { RunAs } from "./program.ts";

/** What a Dovecot of the tests is told. */
export interface DovecotConfig {
	/** Holds everything it reads and writes. */
	folder: string;
	as: RunAs;
	ports: { imap: number; imaps: number; sieve: number };
	tls: boolean;
	/** Capabilities that it must not announce. */
	without: string[];
	/** Replaces all capabilities. */
	capability: string | null;
}

/** What Dovecot 2.3 announces after sign-in with the plugins below. */
const CAPABILITIES_2_3 =
	"IMAP4rev1 SASL-IR LOGIN-REFERRALS ID ENABLE IDLE SORT SORT=DISPLAY THREAD=REFERENCES THREAD=REFS " +
	"THREAD=ORDEREDSUBJECT MULTIAPPEND URL-PARTIAL CATENATE UNSELECT CHILDREN NAMESPACE UIDPLUS LIST-EXTENDED " +
	"I18NLEVEL=1 CONDSTORE QRESYNC ESEARCH ESORT SEARCHRES WITHIN CONTEXT=SEARCH LIST-STATUS BINARY MOVE " +
	"SNIPPET=FUZZY PREVIEW=FUZZY PREVIEW STATUS=SIZE SAVEDATE LITERAL+ NOTIFY SPECIAL-USE QUOTA";

const FOLDERS = [
	["Drafts", "\\Drafts"],
	["Sent", "\\Sent"],
	["Junk", "\\Junk"],
	["Trash", "\\Trash"],
	["Archive", "\\Archive"],
];

/** Each folder is a directory of its own under `mail`, so that dots in names are nothing special. */
function folders(config: DovecotConfig): string {
	const listed = FOLDERS.map(([name, use]) => {
		const special = config.without.includes("SPECIAL-USE") ? "" : `\n    special_use = ${use}`;
		return `  mailbox ${name} {\n    auto = subscribe${special}\n  }`;
	});
	return `namespace inbox {\n  inbox = yes\n  separator = /\n${listed.join("\n")}\n}`;
}

/**
 * Parts that both syntaxes share. All processes run as one user who may neither chroot nor change to another; failed
 * sign-ins are answered at once; one login process serves many connections.
 */
function common({ folder, as, ports, tls }: DovecotConfig): string {
	return `
base_dir = ${folder}/run
state_dir = ${folder}/run
log_path = ${folder}/log
listen = 127.0.0.1
default_internal_user = ${as.name}
default_internal_group = ${as.group}
default_login_user = ${as.name}
default_client_limit = 2000
auth_failure_delay = 0
first_valid_uid = 1
ssl = ${tls ? "yes" : "no"}
mail_fsync = never
mailbox_idle_check_interval = 1 secs
lda_mailbox_autocreate = yes
lda_mailbox_autosubscribe = yes
service imap {
  process_limit = 1200
}
service imap-login {
  chroot =
  service_count = 0
  inet_listener imap {
    port = ${ports.imap}
  }
  inet_listener imaps {
    port = ${ports.imaps}
  }
}
service managesieve-login {
  chroot =
  service_count = 0
  inet_listener sieve {
    port = ${ports.sieve}
  }
}
service anvil {
  chroot =
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
service stats {
  chroot =
}
service auth {
  user = ${as.name}
}
service auth-worker {
  user = ${as.name}
}
`;
}

function config23(config: DovecotConfig): string {
	const { folder, tls, without } = config;
	const left = CAPABILITIES_2_3.split(" ").filter((name) => !without.includes(name));
	const capability = config.capability ?? (without.length > 0 ? left.join(" ") : "");
	return `
protocols = imap sieve
auth_mechanisms = plain login
disable_plaintext_auth = no
${tls ? `ssl_cert = <${folder}/certificate.pem\nssl_key = <${folder}/key.pem` : ""}
imap_capability = ${capability}
mail_location = maildir:~/mail:LAYOUT=fs:INBOX=~/mail/.INBOX
mail_plugins = quota
protocol imap {
  mail_plugins = quota imap_quota
}
protocol lda {
  mail_plugins = quota sieve
}
plugin {
  quota = count:Mail
  quota_vsizes = yes
  sieve = file:~/sieve;active=~/.dovecot.sieve
}
passdb {
  driver = passwd-file
  args = ${folder}/users/%u
}
userdb {
  driver = passwd-file
  args = ${folder}/users/%u
}
`;
}

/** The whole configuration file. */
export function dovecotConfig(_syntax: "2.3" | "2.4", config: DovecotConfig): string {
	return config23(config) + common(config) + folders(config);
}
