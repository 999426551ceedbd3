PRAGMA application_id = 1952539244;
BEGIN TRANSACTION;
CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY);
INSERT INTO "alembic_version" VALUES('0005');
CREATE TABLE alive (
	id INTEGER NOT NULL CONSTRAINT one_row CHECK (id = 1), 
	at BIGINT NOT NULL, 
	grace TEXT DEFAULT '{}' NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "alive" VALUES(1,1794890344170,'{}');
CREATE TABLE bans (
	kind TEXT NOT NULL, 
	who TEXT NOT NULL, 
	at BIGINT NOT NULL, 
	until BIGINT, 
	why TEXT NOT NULL, 
	PRIMARY KEY (kind, who)
);
CREATE TABLE events (
	table_id TEXT NOT NULL, 
	number INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	kind TEXT NOT NULL, 
	body TEXT NOT NULL, 
	command TEXT, 
	sum BIGINT NOT NULL, 
	PRIMARY KEY (table_id, number), 
	FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
)
 WITHOUT ROWID

;
INSERT INTO "events" VALUES('table-of-test-00',1,1794890343779,'opened','{"game":"war-of-masters","options":{"goal":"master","path":"blocked","ring":"ee","max_turns":1000},"places":[{"who":"anyone","level":1,"persons":[]},{"who":"anyone","level":1,"persons":[]}],"secret":"5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b","pace":null,"discussion":null,"free_text":true,"listed":true,"host":"b67a8c3f34fc36ac7891cd69dbc2fa2e9cc8df1d4ea81955ecc76127fc6d9665","practice":false,"start":[],"scheme":2}',NULL,271896930);
INSERT INTO "events" VALUES('table-of-test-00',2,1794890343802,'sat','{"seat":0,"name":"Ann","who":"person","level":0,"person":"b67a8c3f34fc36ac7891cd69dbc2fa2e9cc8df1d4ea81955ecc76127fc6d9665","entropy":"00112233445566778899aabbccddeeff","key":"7c7adda3f6b05c243ffab6cf9757c9741af8187719f7cd3fc67b593c193b25ef","pledge":"469a4fe3171d2bf8cc76927b1a6d4cbc9ee796c3d0ded8e66504f4d3ae66e04d"}',NULL,117126812);
INSERT INTO "events" VALUES('table-of-test-00',3,1794890343857,'sat','{"seat":1,"name":"Ben","who":"person","level":0,"person":"99cf4a4046ba9026a9b5119ba5293e3467ff765e4b45f36dcb2aa6319143c11c","entropy":"00112233445566778899aabbccddeeff","key":"d84fe0fd43124238d767898599d8c30192cfb703c11241f22373ca5ba447046a","pledge":"8895fa5e927bcb81fd4a8882898e5e0e953c0b2d5c87b57a5c5c381a04d3ac2c"}',NULL,2717046743);
INSERT INTO "events" VALUES('table-of-test-00',4,1794890343857,'began','{"seal":"a541314733d1efbd2c56fdcb7180e23d11e77b8d41702228ec678252b736186f"}',NULL,1162372719);
INSERT INTO "events" VALUES('table-of-test-00',5,1794890343857,'acted','{"seat":-1,"action":1,"texts":{"":"[1]"},"stream":"all","lines":null,"sayings":{"":["",{}]},"left":null,"chance":"roll","hidden":[],"revealed":[]}',NULL,1903164120);
INSERT INTO "events" VALUES('table-of-test-00',6,1794890343917,'acted','{"seat":0,"action":0,"texts":{"":"a2-a3"},"stream":"","lines":{"":"[1] a2-a3"},"sayings":{"":["story.goes-on",{"turn":["story.moves",{"who":["seat.red",{}],"n":1,"move":["story.goes",{"piece":["story.piece.small",{}],"origin":"a2","target":"a3"}]}],"winner":["seat.red",{}]}]},"left":null,"chance":"","hidden":[],"revealed":[]}','0:c1',2268273936);
INSERT INTO "events" VALUES('table-of-test-00',7,1794890343917,'acted','{"seat":-1,"action":1,"texts":{"":"[1]"},"stream":"all","lines":null,"sayings":{"":["",{}]},"left":null,"chance":"roll","hidden":[],"revealed":[]}',NULL,2389000950);
INSERT INTO "events" VALUES('table-of-test-00',8,1794890343931,'acted','{"seat":1,"action":4,"texts":{"":"a8-a7"},"stream":"","lines":{"":"[1] a8-a7"},"sayings":{"":["story.goes-on",{"turn":["story.moves",{"who":["seat.brown",{}],"n":1,"move":["story.goes",{"piece":["story.piece.small",{}],"origin":"a8","target":"a7"}]}],"winner":["seat.brown",{}]}]},"left":null,"chance":"","hidden":[],"revealed":[]}','1:c1',2848644137);
INSERT INTO "events" VALUES('table-of-test-00',9,1794890343931,'acted','{"seat":-1,"action":1,"texts":{"":"[1]"},"stream":"all","lines":null,"sayings":{"":["",{}]},"left":null,"chance":"roll","hidden":[],"revealed":[]}',NULL,3352991755);
INSERT INTO "events" VALUES('table-of-test-00',10,1794890343938,'acted','{"seat":0,"action":0,"texts":{"":"a3-a4"},"stream":"","lines":{"":"[1] a3-a4"},"sayings":{"":["story.goes-on",{"turn":["story.moves",{"who":["seat.red",{}],"n":1,"move":["story.goes",{"piece":["story.piece.small",{}],"origin":"a3","target":"a4"}]}],"winner":["seat.red",{}]}]},"left":null,"chance":"","hidden":[],"revealed":[]}','0:c2',1423705923);
INSERT INTO "events" VALUES('table-of-test-00',11,1794890343938,'acted','{"seat":-1,"action":3,"texts":{"":"[3]"},"stream":"all","lines":null,"sayings":{"":["",{}]},"left":null,"chance":"roll","hidden":[],"revealed":[]}',NULL,2294702521);
INSERT INTO "events" VALUES('table-of-test-00',12,1794890343944,'acted','{"seat":1,"action":292,"texts":{"":"a7xa4"},"stream":"","lines":{"":"[3] a7xa4"},"sayings":{"":["story.goes-on",{"turn":["story.moves",{"who":["seat.brown",{}],"n":3,"move":["story.takes",{"piece":["story.piece.small",{}],"origin":"a7","target":"a4","taken":["story.taken.small",{}]}]}],"winner":["seat.brown",{}]}]},"left":null,"chance":"","hidden":[],"revealed":[]}','1:c2',100926290);
INSERT INTO "events" VALUES('table-of-test-00',13,1794890343944,'acted','{"seat":-1,"action":6,"texts":{"":"[6]"},"stream":"all","lines":null,"sayings":{"":["",{}]},"left":null,"chance":"roll","hidden":[],"revealed":[]}',NULL,832769378);
INSERT INTO "events" VALUES('table-of-test-00',14,1794890344001,'acted','{"seat":0,"action":8,"texts":{"":"b2-b3"},"stream":"","lines":null,"sayings":{"":["story.goes-on",{"turn":["story.divides",{"who":["seat.red",{}],"n":6,"move":["story.goes",{"piece":["story.piece.small",{}],"origin":"b2","target":"b3"}]}],"winner":["seat.red",{}]}]},"left":null,"chance":"","hidden":[],"revealed":[]}','0:c3',2797803041);
INSERT INTO "events" VALUES('table-of-test-00',15,1794890344025,'acted','{"seat":0,"action":592,"texts":{"":"c2-c7"},"stream":"","lines":{"":"[6] b2-b3,c2-c7"},"sayings":{"":["story.goes-on",{"turn":["story.rest",{"who":["seat.red",{}],"n":5,"move":["story.goes",{"piece":["story.piece.small",{}],"origin":"c2","target":"c7"}]}],"winner":["seat.red",{}]}]},"left":null,"chance":"","hidden":[],"revealed":[]}','0:c4',465108763);
INSERT INTO "events" VALUES('table-of-test-00',16,1794890344025,'acted','{"seat":-1,"action":1,"texts":{"":"[1]"},"stream":"all","lines":null,"sayings":{"":["",{}]},"left":null,"chance":"roll","hidden":[],"revealed":[]}',NULL,2486885569);
INSERT INTO "events" VALUES('table-of-test-00',17,1794890344030,'acted','{"seat":1,"action":4,"texts":{"":"a4-a3"},"stream":"","lines":{"":"[1] a4-a3"},"sayings":{"":["story.goes-on",{"turn":["story.moves",{"who":["seat.brown",{}],"n":1,"move":["story.goes",{"piece":["story.piece.small",{}],"origin":"a4","target":"a3"}]}],"winner":["seat.brown",{}]}]},"left":null,"chance":"","hidden":[],"revealed":[]}','1:c3',710684805);
INSERT INTO "events" VALUES('table-of-test-00',18,1794890344030,'acted','{"seat":-1,"action":6,"texts":{"":"[6]"},"stream":"all","lines":null,"sayings":{"":["",{}]},"left":null,"chance":"roll","hidden":[],"revealed":[]}',NULL,2676077743);
INSERT INTO "events" VALUES('table-of-test-00',19,1794890344094,'acted','{"seat":0,"action":8,"texts":{"":"b3-b4"},"stream":"","lines":null,"sayings":{"":["story.goes-on",{"turn":["story.divides",{"who":["seat.red",{}],"n":6,"move":["story.goes",{"piece":["story.piece.small",{}],"origin":"b3","target":"b4"}]}],"winner":["seat.red",{}]}]},"left":null,"chance":"","hidden":[],"revealed":[]}','0:c5',627724645);
INSERT INTO "events" VALUES('table-of-test-00',20,1794890344107,'acted','{"seat":0,"action":600,"texts":{"":"d2-d7"},"stream":"","lines":{"":"[6] b3-b4,d2-d7"},"sayings":{"":["story.goes-on",{"turn":["story.rest",{"who":["seat.red",{}],"n":5,"move":["story.goes",{"piece":["story.piece.small",{}],"origin":"d2","target":"d7"}]}],"winner":["seat.red",{}]}]},"left":null,"chance":"","hidden":[],"revealed":[]}','0:c6',3948983249);
INSERT INTO "events" VALUES('table-of-test-00',21,1794890344107,'acted','{"seat":-1,"action":5,"texts":{"":"[5]"},"stream":"all","lines":null,"sayings":{"":["",{}]},"left":null,"chance":"roll","hidden":[],"revealed":[]}',NULL,1652923);
INSERT INTO "events" VALUES('table-of-test-00',22,1794890344131,'acted','{"seat":1,"action":612,"texts":{"":"e8-e3"},"stream":"","lines":{"":"[5] e8-e3"},"sayings":{"":["story.goes-on",{"turn":["story.moves",{"who":["seat.brown",{}],"n":5,"move":["story.goes",{"piece":["story.piece.small",{}],"origin":"e8","target":"e3"}]}],"winner":["seat.brown",{}]}]},"left":null,"chance":"","hidden":[],"revealed":[]}','1:c4',2156869758);
INSERT INTO "events" VALUES('table-of-test-00',23,1794890344131,'acted','{"seat":-1,"action":3,"texts":{"":"[3]"},"stream":"all","lines":null,"sayings":{"":["",{}]},"left":null,"chance":"roll","hidden":[],"revealed":[]}',NULL,3964407841);
INSERT INTO "events" VALUES('table-of-test-00',24,1794890344139,'acted','{"seat":0,"action":296,"texts":{"":"b4-b7"},"stream":"","lines":{"":"[3] b4-b7"},"sayings":{"":["story.goes-on",{"turn":["story.moves",{"who":["seat.red",{}],"n":3,"move":["story.goes",{"piece":["story.piece.small",{}],"origin":"b4","target":"b7"}]}],"winner":["seat.red",{}]}]},"left":null,"chance":"","hidden":[],"revealed":[]}','0:c7',3032420389);
INSERT INTO "events" VALUES('table-of-test-00',25,1794890344139,'acted','{"seat":-1,"action":3,"texts":{"":"[3]"},"stream":"all","lines":null,"sayings":{"":["",{}]},"left":null,"chance":"roll","hidden":[],"revealed":[]}',NULL,575190417);
INSERT INTO "events" VALUES('table-of-test-00',26,1794890344157,'acted','{"seat":1,"action":332,"texts":{"":"f8-f5"},"stream":"","lines":{"":"[3] f8-f5"},"sayings":{"":["story.goes-on",{"turn":["story.moves",{"who":["seat.brown",{}],"n":3,"move":["story.goes",{"piece":["story.piece.small",{}],"origin":"f8","target":"f5"}]}],"winner":["seat.brown",{}]}]},"left":null,"chance":"","hidden":[],"revealed":[]}','1:c5',2672571275);
INSERT INTO "events" VALUES('table-of-test-00',27,1794890344157,'acted','{"seat":-1,"action":4,"texts":{"":"[4]"},"stream":"all","lines":null,"sayings":{"":["",{}]},"left":null,"chance":"roll","hidden":[],"revealed":[]}',NULL,1442748454);
INSERT INTO "events" VALUES('table-of-test-01',1,1794890344172,'opened','{"game":"war-of-masters","options":{"goal":"master","path":"blocked","ring":"ee","max_turns":1000},"places":[{"who":"anyone","level":1,"persons":[]},{"who":"anyone","level":1,"persons":[]}],"secret":"5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b","pace":null,"discussion":null,"free_text":true,"listed":true,"host":"b67a8c3f34fc36ac7891cd69dbc2fa2e9cc8df1d4ea81955ecc76127fc6d9665","practice":false,"start":[],"scheme":2}',NULL,1018815449);
INSERT INTO "events" VALUES('table-of-test-01',2,1794890344185,'sat','{"seat":0,"name":"Ann","who":"person","level":0,"person":"b67a8c3f34fc36ac7891cd69dbc2fa2e9cc8df1d4ea81955ecc76127fc6d9665","entropy":"00112233445566778899aabbccddeeff","key":"ae8d1e0482d60b2bc30855f6138900250b24e443da29ccca9a50e810141f4963","pledge":"006f7c9e29f767b2c45e1f042b50d1bd60231881a8caba2940904c54c33e07b9"}',NULL,3315669800);
INSERT INTO "events" VALUES('table-of-test-01',3,1794890344192,'sat','{"seat":1,"name":"Ben","who":"person","level":0,"person":"99cf4a4046ba9026a9b5119ba5293e3467ff765e4b45f36dcb2aa6319143c11c","entropy":"00112233445566778899aabbccddeeff","key":"1a86db9a2c36d7acf07c70ba94a5cabb417b79929ae85b1caf52f4ef5a857687","pledge":"d4fd9fab967dee280100c0f0245caac81fe7cdbbb91dfa69913d7cf7d693f683"}',NULL,3007236355);
INSERT INTO "events" VALUES('table-of-test-01',4,1794890344192,'began','{"seal":"1c89bd79ad4b982d4be1c5eccab3b4f67e5d205e62b8597ca8e832f459281b93"}',NULL,2980249610);
INSERT INTO "events" VALUES('table-of-test-01',5,1794890344192,'acted','{"seat":-1,"action":5,"texts":{"":"[5]"},"stream":"all","lines":null,"sayings":{"":["",{}]},"left":null,"chance":"roll","hidden":[],"revealed":[]}',NULL,163606331);
CREATE TABLE holders (
	person TEXT NOT NULL, 
	table_id TEXT NOT NULL, 
	seat INTEGER NOT NULL, 
	PRIMARY KEY (person, table_id, seat), 
	FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
INSERT INTO "holders" VALUES('b67a8c3f34fc36ac7891cd69dbc2fa2e9cc8df1d4ea81955ecc76127fc6d9665','table-of-test-00',0);
INSERT INTO "holders" VALUES('99cf4a4046ba9026a9b5119ba5293e3467ff765e4b45f36dcb2aa6319143c11c','table-of-test-00',1);
INSERT INTO "holders" VALUES('b67a8c3f34fc36ac7891cd69dbc2fa2e9cc8df1d4ea81955ecc76127fc6d9665','table-of-test-01',0);
INSERT INTO "holders" VALUES('99cf4a4046ba9026a9b5119ba5293e3467ff765e4b45f36dcb2aa6319143c11c','table-of-test-01',1);
CREATE TABLE keys (
	hash TEXT NOT NULL, 
	table_id TEXT NOT NULL, 
	seat INTEGER NOT NULL, 
	PRIMARY KEY (hash), 
	FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
CREATE TABLE openers (
	table_id TEXT NOT NULL, 
	address TEXT NOT NULL, 
	PRIMARY KEY (table_id), 
	FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
CREATE TABLE reports (
	id TEXT NOT NULL, 
	at BIGINT NOT NULL, 
	table_id TEXT NOT NULL, 
	person TEXT NOT NULL, 
	seat INTEGER NOT NULL, 
	about INTEGER NOT NULL, 
	body TEXT NOT NULL, 
	settled BIGINT, 
	PRIMARY KEY (id)
);
CREATE TABLE signer (
	id INTEGER NOT NULL CONSTRAINT one_row CHECK (id = 1), 
	secret TEXT NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "signer" VALUES(1,'9c4dcb595075a5125c581b2129c8ef64d8065d8e21ace882536800b765858c4b');
CREATE TABLE tables (
	id TEXT NOT NULL, 
	game TEXT NOT NULL, 
	status TEXT NOT NULL, 
	listed BOOLEAN NOT NULL, 
	created BIGINT NOT NULL, 
	changed BIGINT NOT NULL, 
	host TEXT NOT NULL, 
	about TEXT NOT NULL, 
	PRIMARY KEY (id), 
	CONSTRAINT known_status CHECK (status IN ('open', 'playing', 'over'))
);
INSERT INTO "tables" VALUES('table-of-test-00','war-of-masters','playing',1,1794890343779,1794890343857,'b67a8c3f34fc36ac7891cd69dbc2fa2e9cc8df1d4ea81955ecc76127fc6d9665','{"options":{"goal":"master","path":"blocked","ring":"ee","max_turns":1000},"seats":[{"who":"person","name":"Ann","level":0},{"who":"person","name":"Ben","level":0}],"pace":null}');
INSERT INTO "tables" VALUES('table-of-test-01','war-of-masters','playing',1,1794890344172,1794890344192,'b67a8c3f34fc36ac7891cd69dbc2fa2e9cc8df1d4ea81955ecc76127fc6d9665','{"options":{"goal":"master","path":"blocked","ring":"ee","max_turns":1000},"seats":[{"who":"person","name":"Ann","level":0},{"who":"person","name":"Ben","level":0}],"pace":null}');
CREATE INDEX tables_to_list ON tables (status, listed, changed);
CREATE INDEX reports_to_settle ON reports (settled, at);
CREATE INDEX reports_of_table ON reports (table_id);
CREATE UNIQUE INDEX events_command ON events (table_id, command) WHERE command IS NOT NULL;
CREATE INDEX keys_of_table ON keys (table_id);
CREATE INDEX seats_of_person ON holders (person);
CREATE INDEX holders_of_table ON holders (table_id);
CREATE INDEX tables_of_address ON openers (address);
COMMIT;
