/**
 * What the delivery reports of `bounces/` are about, read by hand: the file, the beginning of the SHA-256 of the failed
 * addresses (sorted, with a blank between them), and `hard` where an address does not work for good.
 */
export const bounceTruth: readonly string[] = `
aol-senderblock 24ae9afc
aol.attachment 74681edf
aol.unknown 1b0ea6d9 hard
att-via-sendmail.unknown 1b0ea6d9 hard
badrcptto 1b0ea6d9 hard
boxbe-cr a946d674
boxbe-cr2 1b0ea6d9
cam-unknown 1b0ea6d9 hard
comcast-via-sendmail.unknown 1b0ea6d9 hard
cox-via-sendmail.unknown 1b0ea6d9 hard
deactivated-mailbox 1b0ea6d9 hard
doesnotexist 1b0ea6d9 hard
doesnotexist2 1b0ea6d9 hard
domino.unknown 1b0ea6d9 hard
exchange.unknown 1b0ea6d9 hard
generic-postfix-via-sendmail.unknown 1b0ea6d9 hard
gmail-via-sendmail.unknown 1b0ea6d9 hard
hotmail-via-sendmail.unknown 1b0ea6d9 hard
iis-multiple-bounce 578cb242 hard
junkemailfilter 5459e378
long-smtp 1b0ea6d9
mailbox-unknown 1b0ea6d9 hard
malformed-dns be5dce41
me-user-unknown 1b0ea6d9 hard
message-too-large-2 65576d6b
message-too-large-3 d648b243
message-too-large-4 29819072
message-too-large-5 5f34628e
message-too-large-6 8e621e3d
message-too-large e7972e7f
misidentified-recipient 13dd6111
msn-via-sendmail.unknown 1b0ea6d9 hard
no-such-domain 1b0ea6d9 hard
nomailbox 1b0ea6d9 hard
non-autoreply 99d64f84 hard
not-a-relay 08168cd8
novell-with-rhs 1b0ea6d9 hard
polish-unknown 1b0ea6d9 hard
postfix-host-unknown 58e3d658 hard
postfix-malformed 062c5fa8
postfix-orig 9bed767c
postfix-smtp-550 e615cfa4 hard
postfix 58e3d658
qmail.unknown 1b0ea6d9 hard
quota-2 e074786a
quota-4 a71d3781
quota-5 be5dce41
quota-6 74f24203
quota-7 21b94219
quota d648b243
rcpt-dne 1b0ea6d9 hard
rcpthosts 8e621e3d
relaying-denied 08168cd8
sendmail-host-unknown 6049c318 hard
spam-rejection-uribl 4bc27ec7
spam-rejection e5d7c5e4
spam-rejection10 8e621e3d
spam-rejection11 a717f799
spam-rejection12 1b0ea6d9
spam-rejection13 1b0ea6d9
spam-rejection14 4f1bd51f
spam-rejection15 3fb4dda0
spam-rejection16 5f34628e
spam-rejection17 86c7e6b0
spam-rejection18 60cbb10b
spam-rejection19 2b9eed12
spam-rejection2 d648b243
spam-rejection20 7d26f93a
spam-rejection21 584f865b
spam-rejection22 4f1bd51f
spam-rejection23 97c39b73
spam-rejection24 a108e952
spam-rejection25 3db15a3a
spam-rejection26 21b94219
spam-rejection27 8e621e3d
spam-rejection28 acd7f359
spam-rejection29 1e34aefc
spam-rejection3 6188302c
spam-rejection30 a763752a
spam-rejection31 acd7f359
spam-rejection32 f89a8370
spam-rejection33 0359db05
spam-rejection34 91e77488
spam-rejection35 0432fb02
spam-rejection36 0763bf58
spam-rejection37 5f094ce4
spam-rejection38 c39c5985
spam-rejection39 9d98f081
spam-rejection4 d648b243
spam-rejection40 bba4c8de
spam-rejection41 5f094ce4
spam-rejection42 97c39b73
spam-rejection43 481220a0
spam-rejection5 d648b243
spam-rejection6 1b0ea6d9
spam-rejection7 1b0ea6d9
spam-rejection8 f649a984
spam-rejection9 1b0ea6d9
spamassassin 9aa8a99a
spambouncer 08168cd8
surfcontrol-extra-newline 1b0ea6d9
user-unknown-bad 1b0ea6d9 hard
user-unknown-disabled 1b0ea6d9 hard
user-unknown-dne 1b0ea6d9 hard
user-unknown-not-active 1b0ea6d9 hard
user-unknown-not 1b0ea6d9 hard
user-unknown-polish 1b0ea6d9 hard
warning-1 31c5543c hard
warning-2 a35f07ca hard
warning-3 fb231c91 hard
warning-4 d648b243
warning-5 d648b243 hard
warning-7 0444a86e
warning-8 75aa49a9
warning-9 f2783646
whitelist 8e621e3d
yahoo-user-unknown 1b0ea6d9 hard
yahoo-via-sendmail.unknown 1b0ea6d9 hard
`
	.trim()
	.split("\n");
