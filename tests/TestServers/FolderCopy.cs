namespace TestServers;

/// <summary>Copies a folder with everything in it.</summary>
internal static class FolderCopy
{
    public static void Make(string source, string target)
    {
        Directory.CreateDirectory(target);
        foreach (string file in Directory.EnumerateFiles(source))
            File.Copy(file, Path.Combine(target, Path.GetFileName(file)));
        foreach (string folder in Directory.EnumerateDirectories(source))
            Make(folder, Path.Combine(target, Path.GetFileName(folder)));
    }
}
