using System.Globalization;
using EFCore.MySqlBulk.Session;
using EFCore.MySqlBulk.Session.IO;

namespace EFCore.MySqlBulk.NewLife;

/// <summary>Servers and proxies on which pipelined statements are known to hang or to be answered out of order, or about which nothing is known.</summary>
internal static class UnknownServer
{
    private const string Variables = "SHOW GLOBAL VARIABLES WHERE Variable_name IN ('version_comment','aurora_version')";
    private static readonly string[] Known = ["mysql", "mariadb", "percona", "source distribution", "debian", "ubuntu", "homebrew"];
    private static readonly string[] Unfit = ["proxysql", "maxscale", "tidb", "oceanbase", "vitess", "aurora"];

    /// <returns>What is wrong with the context's server, or <see langword="null" />.</returns>
    public static async ValueTask<string?> FindAsync(ContextSession context, IOBehavior io, CancellationToken token)
        => Problem(await context.QueryAsync(
            Variables,
            reader => (Name: reader.GetString(0), Value: Convert.ToString(reader.GetValue(1), CultureInfo.InvariantCulture) ?? ""), io, token).ConfigureAwait(false));

    /// <summary>What the server's variables reveal about a proxy or a compatible server.</summary>
    internal static string? Problem(IReadOnlyList<(string Name, string Value)> variables)
    {
        if (variables.Any(v => v.Name.Equals("aurora_version", StringComparison.OrdinalIgnoreCase)))
            return "NewLife.MySql may hang on Aurora";
        string comment = variables.FirstOrDefault(v => v.Name.Equals("version_comment", StringComparison.OrdinalIgnoreCase)).Value ?? "";
        return Names(comment, Known) && !Names(comment, Unfit) ? null : $"NewLife.MySql is not supported on '{comment}'";
    }

    private static bool Names(string comment, string[] names) => names.Any(name => comment.Contains(name, StringComparison.OrdinalIgnoreCase));
}
