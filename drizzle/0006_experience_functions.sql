-- The search vector of an experience. A tsvector holds at most 1 MB of lexemes: each text counts by its first 45,000
-- characters, so that storing never fails. IMMUTABLE although array_to_string is only STABLE: for text elements its
-- result depends on nothing else.
CREATE OR REPLACE FUNCTION dewey_experience_tsv(situation text, approach text, outcome text, reasoning text, tags text[])
    RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
    SELECT to_tsvector('english'::regconfig, concat_ws(' ', left(situation, 45000), left(approach, 45000),
        left(outcome, 45000), left(reasoning, 45000), left(array_to_string(tags, ' '), 10000)))
    $$;
