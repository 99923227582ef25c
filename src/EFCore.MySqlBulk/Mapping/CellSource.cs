namespace EFCore.MySqlBulk.Mapping;

/// <summary>Where a cell of a statement takes its value from.</summary>
internal enum CellSource
{
    /// <summary>The entity's value now.</summary>
    Current,

    /// <summary>The entity's value now, or <c>DEFAULT</c> where it is the property's sentinel.</summary>
    CurrentOrDefault,

    /// <summary>The value last read from the database where the entity is tracked, else the value now: what a concurrency token is compared with.</summary>
    Original,
}
