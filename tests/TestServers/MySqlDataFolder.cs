namespace TestServers;

/// <summary>A new data folder by MySQL's own --initialize.</summary>
internal static class MySqlDataFolder
{
    public static async Task MakeAsync(ServerBinary binary, string data, string password, CancellationToken cancellationToken)
    {
        string script = data + ".sql";
        await File.WriteAllTextAsync(script, $"ALTER USER 'root'@'localhost' IDENTIFIED BY '{password}';\n", cancellationToken).ConfigureAwait(false);
        string[] arguments =
        [
            .. binary.CommonArguments, $"--datadir={data}", "--initialize-insecure", $"--init-file={script}",
            .. ServerArguments.From(binary.Kind, new ServerOptions()),
        ];
        CommandResult result = await new ExternalCommand(binary.Program, arguments).RunAsync(cancellationToken).ConfigureAwait(false);
        if (!result.Succeeded)
            throw new SourceFailedException($"{binary.Path} --initialize-insecure failed: {result.LastLine}");
        File.Delete(script);
        // This file identifies a server; every copy creates its own.
        File.Delete(Path.Combine(data, "auto.cnf"));
    }
}
