namespace Sync.Lists;

/// <summary>The folder that lists are published in.</summary>
internal sealed class CityFolder(string path)
{
    public string Path => path;

    /// <summary>The lists that the table does not have yet, oldest first: the newest list of all cities, and the lists of single countries after it.</summary>
    /// <param name="done">The last list that the table has; null if none.</param>
    public IReadOnlyList<CityList> After(CityList? done)
    {
        CityList[] lists = [.. Directory.EnumerateFiles(path).Select(CityList.Of).OfType<CityList>().Order()];
        int newest = Array.FindLastIndex(lists, list => list.Country is null);
        return [.. lists.Skip(newest).Where(list => list.CompareTo(done) > 0)];
    }
}
