-- Who waits is read from the words of a conversation, by mail/waiting.
alter table activity_messages drop column is_last;
