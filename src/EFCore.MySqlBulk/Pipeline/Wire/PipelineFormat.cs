namespace EFCore.MySqlBulk.Pipeline.Wire;

/// <summary>The negotiated capabilities of the session that change the format of packets.</summary>
/// <param name="DeprecatesEof">Whether a result ends with an OK packet instead of an EOF packet.</param>
/// <param name="QueryAttributes">MySQL: statements carry the number of their attributes, and parameters have names.</param>
/// <param name="TracksSession">Whether an OK packet contains session state changes.</param>
/// <param name="CachesMetadata">MariaDB: an executed statement's result need not describe its columns.</param>
internal readonly record struct PipelineFormat(bool DeprecatesEof, bool QueryAttributes, bool TracksSession, bool CachesMetadata);
