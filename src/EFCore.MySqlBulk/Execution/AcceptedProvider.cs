using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.Execution;

/// <summary>Refuses a context whose provider is not known to work with MySQL or MariaDB. The version that the server reports decides later.</summary>
internal static class AcceptedProvider
{
    /// <exception cref="InvalidOperationException">The provider is not known, and <c>UseMySqlBulk(o => o.AcceptProvider())</c> does not accept it.</exception>
    public static void Check(DbContext context, MySqlBulkDefaults defaults)
    {
        string name = context.Database.ProviderName ?? "";
        bool isKnown = name.Contains("MySql", StringComparison.OrdinalIgnoreCase) || name.Contains("MariaDb", StringComparison.OrdinalIgnoreCase);
        if (!isKnown && !defaults.AcceptProvider)
        {
            throw new InvalidOperationException(
                $"The EF Core provider '{name}' is not known to work with MySQL or MariaDB. If it does, call UseMySqlBulk(o => o.AcceptProvider()).");
        }
    }
}
