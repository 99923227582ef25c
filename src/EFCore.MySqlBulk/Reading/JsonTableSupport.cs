using System.Data;
using System.Globalization;
using EFCore.MySqlBulk.Planning.Server;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Infrastructure;

namespace EFCore.MySqlBulk.Reading;

/// <summary>Refuses servers without <c>JSON_TABLE</c> before anything is sent, as far as their version is known without a query.</summary>
internal static class JsonTableSupport
{
    /// <exception cref="InvalidOperationException">The server is known not to have <c>JSON_TABLE</c>.</exception>
    public static void Check(DbContext context, string call)
    {
        if (VersionOf(context) is not { } text)
            return;
        (ServerFlavor flavor, Version version) = ServerFacts.ParseVersion(text, "");
        if (!ServerFacts.HasJsonTable(flavor, version))
        {
            throw new InvalidOperationException(
                $"{call} needs JSON_TABLE, which MySQL has since 8.0.4 and MariaDB since 10.6; this server is {text}. Use Where(x => keys.Contains(x.Id)) with up to 1,000 keys at a time.");
        }
    }

    // The version in the provider's options, or the one that the server of an open connection reported.
    private static string? VersionOf(DbContext context)
    {
        IDbContextOptionsExtension? provider = context.GetService<IDbContextOptions>().Extensions.FirstOrDefault(extension => extension.Info.IsDatabaseProvider);
        object? told = provider?.GetType().GetProperty("ServerVersion")?.GetValue(provider);
        if (told is not null)
            return Convert.ToString(told, CultureInfo.InvariantCulture);
        return context.Database.GetDbConnection() is { State: ConnectionState.Open } connection ? connection.ServerVersion : null;
    }
}
