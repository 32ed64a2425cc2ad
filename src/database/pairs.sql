-- Concentration counts pairs, no longer cards.
UPDATE seats SET score = score / 2
WHERE game IN (SELECT id FROM games WHERE game = 'concentration');
UPDATE mistakes SET json = json_set(
    json, '$.tolerance', json_extract(json, '$.tolerance') / 2.0,
    '$.choices', json((
        SELECT json_group_array(
            json_set(choice.value, '$.value', json_extract(choice.value, '$.value') / 2.0)
        ) FROM json_each(mistakes.json, '$.choices') AS choice
    ))
) WHERE game = 'concentration';
