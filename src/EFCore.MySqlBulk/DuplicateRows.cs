using System.Reflection;

namespace EFCore.MySqlBulk;

/// <summary>Values of the option <c>Duplicates</c>, which makes one row of several that match the same stored row, or would if it existed.</summary>
public static class DuplicateRows
{
    private static readonly MethodInfo Last = typeof(DuplicateRows).GetMethod(nameof(LastWins))!;

    /// <summary>The row given last stands for all of them: <c>Duplicates = DuplicateRows.LastWins</c>.</summary>
    /// <typeparam name="T">The entity type.</typeparam>
    /// <param name="kept">The row that has stood for those before.</param>
    /// <param name="next">The row that is given after it.</param>
    /// <returns>The latter.</returns>
    public static T LastWins<T>(T kept, T next) => next;

    /// <summary>A function that makes rows of its own; <see langword="null" /> for <see cref="LastWins{T}" />, and for none.</summary>
    internal static Func<object, object, object?>? CombinerOf<T>(Func<T, T, T>? duplicates)
        => duplicates is null || (duplicates.Method.IsGenericMethod && duplicates.Method.GetGenericMethodDefinition() == Last) ? null
            : (kept, next) => duplicates((T)kept, (T)next);
}
