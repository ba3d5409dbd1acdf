import { defineFilters, oneOf } from "#components/ui/define-filters.ts";
import { refundStatuses } from "#lib/core/vocabulary.ts";

export const refundFilters = defineFilters({ refundStatus: oneOf(refundStatuses) });

export type RefundFilterTexts = typeof refundFilters.none;
