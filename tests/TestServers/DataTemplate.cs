using System.Security.Cryptography;
using System.Text;

namespace TestServers;

/// <summary>
/// A data folder that is made once per server program and copied for every server: copying takes a tenth of the time of making one.
/// </summary>
internal sealed class DataTemplate
{
    private readonly string _path;

    private DataTemplate(string path)
    {
        _path = path;
        Password = File.ReadAllText(PasswordPath(path));
    }

    /// <summary>Root's password in every copy.</summary>
    public string Password { get; }

    /// <exception cref="SourceFailedException">The program cannot make a data folder here.</exception>
    public static async Task<DataTemplate> EnsureAsync(ServerBinary binary, ServerRequest request)
    {
        string path = Path.Combine(CacheFolder.Templates, Name(binary));
        if (Directory.Exists(path))
            return new DataTemplate(path);

        using FileLock alone = await FileLock.TakeAsync(
            path + ".lock", () => request.Say("waiting for another process that makes the data folder"), request.CancellationToken).ConfigureAwait(false);
        if (!Directory.Exists(path))
            await MakeAsync(binary, path, request).ConfigureAwait(false);
        return new DataTemplate(path);
    }

    public void CopyTo(string target) => FolderCopy.Make(Path.Combine(_path, "data"), target);

    // Only a finished template has its final name: one that was interrupted is made again.
    private static async Task MakeAsync(ServerBinary binary, string path, ServerRequest request)
    {
        string unfinished = path + ".unfinished";
        FolderDeletion.Delete(unfinished);
        string data = Path.Combine(unfinished, "data");
        Directory.CreateDirectory(data);
        string password = RandomNumberGenerator.GetHexString(24, lowercase: true);
        await File.WriteAllTextAsync(PasswordPath(unfinished), password, request.CancellationToken).ConfigureAwait(false);

        request.Say($"making a data folder with {binary.Path}");
        await (binary.Kind is ServerKind.MySql
            ? MySqlDataFolder.MakeAsync(binary, data, password, request.CancellationToken)
            : MariaDbDataFolder.MakeAsync(binary, data, password, request.CancellationToken)).ConfigureAwait(false);
        Directory.Move(unfinished, path);
    }

    private static string PasswordPath(string path) => Path.Combine(path, "password");

    // Another build of the server under the same path has another size or date.
    private static string Name(ServerBinary binary)
    {
        FileInfo file = new(binary.Path);
        string identity = $"{file.FullName}|{file.Length}|{file.LastWriteTimeUtc.Ticks}|{binary.Version}";
        return $"{binary.Kind}-{Convert.ToHexString(SHA256.HashData(Encoding.UTF8.GetBytes(identity)))[..12]}";
    }
}
