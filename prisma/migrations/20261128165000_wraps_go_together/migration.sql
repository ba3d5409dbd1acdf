-- Code from before knows one wrapped key of a receipt, and destroys that one alone.
CREATE FUNCTION destroy_wraps() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.ephemeral_key := NULL;
  NEW.other_recipients := NULL;
  RETURN NEW;
END $$;

CREATE TRIGGER wraps_go_together BEFORE UPDATE OF encrypted_key ON payment
FOR EACH ROW
WHEN (NEW.encrypted_key IS NULL
      AND (NEW.ephemeral_key IS NOT NULL OR NEW.other_recipients IS NOT NULL))
EXECUTE FUNCTION destroy_wraps();
