import type { DovecotSyntax, RunAs } from "./program.ts";

/** Configuration of a test Dovecot. */
export interface DovecotConfig {
	/** Folder for everything it reads and writes. */
	folder: string;
	as: RunAs;
	ports: { imap: number; imaps: number; submission: number; submissions: number; sieve: number };
	/** SMTP port that submitted mail is relayed to. */
	relayPort: number;
	tls: boolean;
	/** Capabilities that it must not announce. */
	without: string[];
	/** Replaces all capabilities. */
	capability: string | null;
	/** Sieve extensions to disable. */
	withoutSieve: string[];
	/** Quota of all of a user's scripts in bytes; null: none. */
	sieveBytes: number | null;
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

/** Each folder is its own directory under `mail`, so that dots in names are not special. */
function folders(config: DovecotConfig): string {
	const listed = FOLDERS.map(([name, use]) => {
		const special = config.without.includes("SPECIAL-USE") ? "" : `\n    special_use = ${use}`;
		return `  mailbox ${name} {\n    auto = subscribe${special}\n  }`;
	});
	return `namespace inbox {\n  inbox = yes\n  separator = /\n${listed.join("\n")}\n}`;
}

/**
 * Parts common to both syntaxes. All processes run as one user who can neither chroot nor switch users; failed
 * sign-ins are answered without delay; one login process serves many connections.
 */
function common(syntax: DovecotSyntax, { folder, as, ports, relayPort, tls }: DovecotConfig): string {
	const many = syntax === "2.3" ? "service_count = 0" : "restart_request_count = unlimited";
	return `
protocols = imap sieve submission
auth_mechanisms = plain login
hostname = localhost
submission_relay_host = 127.0.0.1
submission_relay_port = ${relayPort}
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
  ${many}
  inet_listener imap {
    port = ${ports.imap}
  }
  inet_listener imaps {
    port = ${ports.imaps}
  }
}
service submission-login {
  chroot =
  ${many}
  inet_listener submission {
    port = ${ports.submission}
  }
  inet_listener submissions {
    port = ${ports.submissions}
    ssl = yes
  }
}
service managesieve-login {
  chroot =
  ${many}
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
	const { folder, tls, without, withoutSieve, sieveBytes } = config;
	const remaining = CAPABILITIES_2_3.split(" ").filter((name) => !without.includes(name));
	const capability = config.capability ?? (without.length > 0 ? remaining.join(" ") : "");
	return `
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
  quota_grace = 0
  sieve = file:~/sieve;active=~/.dovecot.sieve
  ${withoutSieve.length === 0 ? "" : `sieve_extensions = ${withoutSieve.map((name) => `-${name}`).join(" ")}`}
  ${sieveBytes === null ? "" : `sieve_quota_max_storage = ${sieveBytes}B`}
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

/** https://doc.dovecot.org/2.4.1/installation/upgrade/2.3-to-2.4.html */
function config24(config: DovecotConfig): string {
	const { folder, tls, without, withoutSieve, sieveBytes } = config;
	// As in 2.3: traffic stays readable.
	const hidden = [...without, "COMPRESS=DEFLATE"].map((name) => `  "${name}" = no`).join("\n");
	const quoted = config.capability?.replace(/\S+=\S+/g, '"$&"');
	const capability = quoted === undefined ? `imap_capability {\n${hidden}\n}` : `imap_capability = ${quoted}`;
	return `dovecot_config_version = 2.4.0
dovecot_storage_version = 2.4.0
auth_allow_cleartext = yes
${tls ? `ssl_server_cert_file = ${folder}/certificate.pem\nssl_server_key_file = ${folder}/key.pem` : ""}
${capability}
mail_driver = maildir
mail_path = ~/mail
mail_inbox_path = ~/mail/.INBOX
mailbox_list_layout = fs
mail_plugins {
  quota = yes
}
protocol imap {
  mail_plugins {
    imap_quota = yes
  }
}
protocol lda {
  mail_plugins {
    sieve = yes
  }
}
quota Mail {
  driver = count
}
quota_storage_grace = 0
sieve_script personal {
  driver = file
  path = ~/sieve
  active_path = ~/.dovecot.sieve
}
sieve_extensions {
${withoutSieve.map((name) => `  ${name} = no`).join("\n")}
}
${sieveBytes === null ? "" : `sieve_quota_storage_size = ${sieveBytes}B`}
passdb passwd-file {
  passwd_file_path = ${folder}/users/%{user}
}
userdb passwd-file {
  passwd_file_path = ${folder}/users/%{user}
}
`;
}

/** The complete configuration file. */
export function dovecotConfig(syntax: DovecotSyntax, config: DovecotConfig): string {
	return (syntax === "2.3" ? config23(config) : config24(config)) + common(syntax, config) + folders(config);
}

/** A passwd-file line; the quota is in bytes, null for none. */
export function userLine(
	syntax: DovecotSyntax,
	name: string,
	password: string,
	home: string,
	quota: number | null,
): string {
	const secret = `{PLAIN.b64}${Buffer.from(password).toString("base64")}`;
	const setting = syntax === "2.3" ? "userdb_quota_rule=*:bytes=" : "userdb_quota_storage_size=";
	return `${name}:${secret}::::${home}::${quota === null ? "" : setting + quota}`;
}
