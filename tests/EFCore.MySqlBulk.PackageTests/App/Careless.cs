using EFCore.MySqlBulk;
using Microsoft.EntityFrameworkCore;

internal static class Careless
{
    public static void Run(DbContext context, string[] skus, string table)
    {
        // The package's analyzers warn of both.
        context.BulkExecuteRaw(skus, $"DELETE FROM {table} WHERE sku = {{0}}", sku => sku);

        _ = context.BulkExecuteAsync(skus, sku => $"DELETE FROM stock WHERE sku = {sku}");
    }
}
