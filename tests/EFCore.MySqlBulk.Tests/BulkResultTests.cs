using EFCore.MySqlBulk.Tests.Encoding;

namespace EFCore.MySqlBulk.Tests;

public sealed class BulkResultTests
{
    [Fact]
    public void A_result_explains_itself_in_one_line_in_any_culture()
    {
        using CultureScope scope = new("de-DE");
        BulkResult result = new() { RowsInserted = 150_000, Strategy = BulkStrategy.PreparedMultiRow, Reason = "why", Elapsed = TimeSpan.FromMilliseconds(912) };
        Assert.Equal("150,000 rows inserted in 0.912 s, PreparedMultiRow: \"why\"", result.ToString());
        Assert.Equal("1 row updated in 0.0 s, RowByRow: \"one row\"", new BulkResult { RowsUpdated = 1, Strategy = BulkStrategy.RowByRow, Reason = "one row" }.ToString());
        Assert.StartsWith("2 rows deleted", new BulkResult { RowsDeleted = 2, Strategy = BulkStrategy.KeyList }.ToString(), StringComparison.Ordinal);
        Assert.EndsWith("\"why\"; 2 warnings", (result with { Warnings = ["one.", "two."] }).ToString(), StringComparison.Ordinal);
        Assert.StartsWith("8 rows changed, 5 unchanged, 3 orphaned, in", new BulkResult { RowsUpdated = 5, RowsMarked = 3, RowsOrphaned = 3, RowsUnchanged = 5, Strategy = BulkStrategy.KeyList }.ToString(), StringComparison.Ordinal);
        Assert.StartsWith("0 rows changed, 5 unchanged, in", new BulkResult { RowsUnchanged = 5, Strategy = BulkStrategy.KeyList }.ToString(), StringComparison.Ordinal);
        Assert.Equal("no rows, nothing sent", new BulkResult().ToString());
        Assert.StartsWith("0 rows changed, 5 unchanged, in 0.0 s, \"why\"", new BulkResult { RowsUnchanged = 5, Reason = "why" }.ToString(), StringComparison.Ordinal);
        Assert.StartsWith("2 rows inserted in 0.0 s, the provider's own batches: \"why\"", new BulkResult { RowsInserted = 2, Reason = "why" }.ToString(), StringComparison.Ordinal);
    }
}
