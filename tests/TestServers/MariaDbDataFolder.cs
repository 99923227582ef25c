using System.Text;

namespace TestServers;

/// <summary>
/// A new data folder for MariaDB from the SQL files that come with it: its install script is a shell script that only works in a fixed place.
/// </summary>
internal static class MariaDbDataFolder
{
    private static readonly string[] Scripts =
    [
        "system_tables.sql", "performance_tables.sql", "system_tables_data.sql", "fill_help_tables.sql", "sys_schema.sql",
    ];

    private static readonly string[] Prefixes = ["", "mysql_", "mariadb_"];

    public static async Task MakeAsync(ServerBinary binary, string data, string password, CancellationToken cancellationToken)
    {
        Directory.CreateDirectory(Path.Combine(data, "mysql"));
        string script = data + ".sql";
        await File.WriteAllTextAsync(script, Sql(ScriptFolder(binary), password), cancellationToken).ConfigureAwait(false);
        ExternalCommand bootstrap = new(
            binary.Program, [.. binary.CommonArguments, $"--datadir={data}", $"--tmpdir={data}", "--bootstrap", .. ServerArguments.From(binary.Kind, new ServerOptions())])
        {
            InputFile = script,
        };
        CommandResult result = await bootstrap.RunAsync(cancellationToken).ConfigureAwait(false);
        if (!result.Succeeded)
            throw new SourceFailedException($"{binary.Path} --bootstrap failed: {result.LastLine}");
        File.Delete(script);
    }

    // Without the SET, root could only connect through the socket, as the operating system's root. Bootstrap reads one statement per line, and knows
    // accounts only after FLUSH PRIVILEGES.
    private static string Sql(string folder, string password)
    {
        StringBuilder sql = new("create database if not exists mysql;\nuse mysql;\nSET @auth_root_socket=NULL;\n");
        foreach (string script in Scripts)
            sql.Append(File.ReadAllText(Find(folder, script))).Append('\n');
        return sql
            .Append("DELETE FROM mysql.global_priv WHERE User='' OR (User='root' AND Host<>'localhost');\n")
            .Append("FLUSH PRIVILEGES;\n")
            .Append("ALTER USER 'root'@'localhost' IDENTIFIED BY '").Append(password).Append("';\n")
            .ToString();
    }

    private static string ScriptFolder(ServerBinary binary)
    {
        string[] candidates = ["share/mysql", "share/mariadb", "share", "scripts"];
        return candidates.Select(folder => Path.Combine(binary.Root, folder)).FirstOrDefault(folder => FindOrNull(folder, Scripts[0]) is not null)
            ?? throw new SourceFailedException($"the SQL files that belong to {binary.Path} are not below {binary.Root}");
    }

    private static string Find(string folder, string script) =>
        FindOrNull(folder, script) ?? throw new SourceFailedException($"{script} is missing in {folder}");

    // Newer versions call them mariadb_*, older ones mysql_*, and one has no prefix.
    private static string? FindOrNull(string folder, string script) =>
        Prefixes.Select(prefix => Path.Combine(folder, prefix + script)).FirstOrDefault(File.Exists);
}
