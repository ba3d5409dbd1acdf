-- For new pages: room for the second version of every payment on them. At 60, three in ten did not fit.
ALTER TABLE "payment" SET (fillfactor = 50);
