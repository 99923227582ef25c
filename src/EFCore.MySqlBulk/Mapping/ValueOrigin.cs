namespace EFCore.MySqlBulk.Mapping;

/// <summary>Who gives a column its value on insert.</summary>
internal enum ValueOrigin
{
    /// <summary>The entity, always.</summary>
    Entity,

    /// <summary>The entity, unless it holds the property's sentinel: then AUTO_INCREMENT.</summary>
    AutoIncrement,

    /// <summary>The entity, unless it holds the property's sentinel: then the column's default.</summary>
    StoreDefault,

    /// <summary>The server, always: computed columns and row versions.</summary>
    Server,
}
