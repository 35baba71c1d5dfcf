-- Gives a code that became known to the events that were kept as unknown. Cut short, it goes on where it was.
select jobs.create_queue('event-code', '{"policy": "standard", "heartbeatSeconds": 4, "expireInSeconds": 3600, "retryLimit": 10, "deleteAfterSeconds": 86400}');
