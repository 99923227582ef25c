namespace EFCore.MySqlBulk.IntegrationTests.Fidelity;

/// <summary>Chooses among all combinations of several dimensions so that any values of so many dimensions still meet.</summary>
internal static class CoveringArray
{
    /// <param name="sizes">The number of values in each dimension.</param>
    /// <param name="strength">How many dimensions' values meet: 2 for every pair; all of them for every combination.</param>
    /// <param name="isPossible">Whether a combination exists.</param>
    public static List<int[]> Of(int[] sizes, int strength, Func<int[], bool> isPossible)
    {
        List<int[]> all = [.. Product(sizes).Where(isPossible)];
        if (strength >= sizes.Length)
            return all;

        int[][] groups = [.. Subsets(sizes.Length, strength)];
        // What a combination adds only shrinks, so the best one is found by asking again only those that come up.
        HashSet<long> met = [];
        PriorityQueue<int, (int, int)> queue = new();
        for (int i = 0; i < all.Count; i++)
            queue.Enqueue(i, (-groups.Length, Scatter(i)));
        List<int[]> chosen = [];
        while (queue.TryDequeue(out int best, out (int Less, int Place) rank))
        {
            int adds = groups.Count(group => !met.Contains(Code(group, all[best], sizes)));
            if (adds == 0)
                continue;
            if (adds < -rank.Less)
            {
                queue.Enqueue(best, (-adds, rank.Place));
                continue;
            }

            foreach (int[] group in groups)
                met.Add(Code(group, all[best], sizes));
            chosen.Add(all[best]);
        }

        return chosen;
    }

    private static IEnumerable<int[]> Product(int[] sizes)
    {
        int[] at = new int[sizes.Length];
        while (true)
        {
            yield return [.. at];
            int i = sizes.Length - 1;
            while (i >= 0 && ++at[i] == sizes[i])
                at[i--] = 0;
            if (i < 0)
                yield break;
        }
    }

    private static IEnumerable<int[]> Subsets(int of, int count)
        => count == 0 ? [[]] : from last in Enumerable.Range(0, of) from rest in Subsets(last, count - 1) select (int[])[.. rest, last];

    private static long Code(int[] group, int[] combination, int[] sizes)
    {
        long code = 0;
        for (int i = 0; i < sizes.Length; i++)
            code = (code * (sizes[i] + 1)) + (Array.IndexOf(group, i) < 0 ? 0 : combination[i] + 1);
        return code;
    }

    // Equally good combinations are taken from all over, not from the beginning.
    private static int Scatter(int i) => (int)((uint)i * 2_654_435_761 >> 1);
}
